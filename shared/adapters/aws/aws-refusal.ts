/** What a service of AWS answers when it does not do what it is asked. */

/** `name` is the kind that the service tells, such as `ThrottlingException`. */
export class AwsRefusal extends Error {
  readonly status: number
  /** All that it tells. */
  readonly told: object

  constructor(service: string, operation: string, status: number, told: object) {
    super(`${service} ${operation}: ${messageIn(told) ?? `answered with status ${status}`}`)
    this.name = kindIn(told) ?? (status >= 500 ? 'InternalServerError' : 'UnreadableAnswer')
    this.status = status
    this.told = told
  }
}

/** `com.amazonaws.dynamodb.v20120810#ThrottlingException`, or the last part alone. */
const kindIn = (told: object): string | null => {
  const type = '__type' in told ? told.__type : null
  return typeof type === 'string' ? (type.split('#').at(-1) ?? null) : null
}

const messageIn = (told: object): string | null => {
  const message = 'message' in told ? told.message : 'Message' in told ? told.Message : null
  return typeof message === 'string' ? message : null
}
