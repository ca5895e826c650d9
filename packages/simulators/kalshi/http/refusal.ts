/** A call the exchange refuses, with one of its four error bodies (Kalshi reference, section 3). */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

/** `{"error":{code,message,details?}}`: authentication and almost everything of the exchange. */
export const refusal = (status: number, code: string, details?: string): Refusal =>
  new Refusal(status, { error: errorOf(code, details) })

/** `{code,message,details?}`: JSON that cannot be decoded. */
export const badJson = (details: string): Refusal => new Refusal(400, errorOf('bad_request', details))

/** `{"msg"}`: query parameters. */
export const badQuery = (operation: string, field: string, tag: string): Refusal => {
  const struct = `${operation}Params`
  const words = `Key: '${struct}.${field}' Error:Field validation for '${field}' failed on the '${tag}' tag`
  return new Refusal(400, { msg: `Parameter validation failed for ${operation}: ${words}` })
}

export const tooManyRequests = (): Refusal => new Refusal(429, { error: 'too many requests' })

/** Code, message and details of an error body. */
export const errorOf = (code: string, details?: string) => ({
  code,
  message: code === 'authentication_error' ? code : code.replaceAll('_', ' '),
  ...(details === undefined ? {} : { details }),
})
