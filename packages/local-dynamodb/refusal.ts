/** DynamoDB's answer to a request that it refuses. */

export interface Refusal extends Error {
  /** As the wire names it, without its namespace. */
  readonly type: string
  /** Fields beside the message, such as the row that is there. */
  readonly more: object
}

export const refusal = (type: string, message: string, more: object = {}): Refusal =>
  Object.assign(new Error(message), { name: type, type, more })

/** A request that makes no sense. */
export const invalid = (message: string): Refusal => refusal('ValidationException', message)

export const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'type' in error
