/** What a call to AWS may end with besides its answer. */

/** The service answered an error. `name` is its code, such as `ConditionalCheckFailedException`. */
export class AwsRefusal extends Error {
  readonly status: number
  /** The whole reply: some errors carry more than words. */
  readonly reply: Readonly<Record<string, unknown>>
  constructor(status: number, reply: object) {
    const fields: Readonly<Record<string, unknown>> = { ...reply }
    super(String(fields['message'] ?? fields['Message'] ?? `answered ${status}`))
    // `com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException`
    this.name = String(fields['__type'] ?? 'UnknownError').replace(/^.*#/, '')
    this.status = status
    this.reply = fields
  }
}

/** No answer came, or not a whole one. */
export class AwsUnreachable extends Error {
  /** Nothing was sent: the service has done nothing. */
  readonly isUnsent: boolean
  constructor(reason: string, isUnsent: boolean) {
    super(reason)
    this.name = 'AwsUnreachable'
    this.isUnsent = isUnsent
  }
}
