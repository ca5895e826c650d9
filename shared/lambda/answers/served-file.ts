/** Answer in place of JSON: a text or bytes, with headers of its own. A status of its own replaces the declared one. */
export class ServedFile {
  readonly body: string | Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly status: number | undefined
  constructor(body: string | Uint8Array, headers: Readonly<Record<string, string>>, status?: number) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}
