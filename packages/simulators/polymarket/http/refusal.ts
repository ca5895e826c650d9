/** A call the exchange refuses: always `{"error":"text"}`, with more fields in a few cases (Polymarket reference, 3.8). */
export class Refusal extends Error {
  readonly status: number
  readonly body: { readonly error: string }
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    error: string,
    more: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(error)
    this.status = status
    this.body = { error, ...more }
    this.headers = headers
  }
}

export const refusal = (status: number, error: string): Refusal => new Refusal(status, error)
