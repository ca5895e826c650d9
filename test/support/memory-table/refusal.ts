/** What DynamoDB answers to a request it does not carry out. */

import { AwsRefusal } from '#adapters/aws/aws-errors.ts'

/** The error of that code, with what it carries besides words. */
export const refusal = (code: string, message: string, more: object = {}): AwsRefusal =>
  new AwsRefusal(400, { __type: `com.amazonaws.dynamodb.v20120810#${code}`, message, ...more })

/** The error for a request that makes no sense. */
export const invalid = (message: string): AwsRefusal => refusal('ValidationException', message)
