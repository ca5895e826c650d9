/** Why DynamoDB did not write, in the words of its answer. */

import { AwsRefusal } from '#adapters/aws/aws-refusal.ts'
import type { Attribute } from './table-client.ts'

type Attributes = Readonly<Record<string, Attribute>>

/** The row that a change did not expect, which may be that none is there; null for every other error. */
export const rowInTheWay = (error: unknown): { readonly row: Attributes | undefined } | null =>
  error instanceof AwsRefusal && error.name === 'ConditionalCheckFailedException'
    ? { row: (error.told as Reason).Item }
    : null

/** One for each change of a cancelled transaction, in their order; null for every other error. */
export const cancellationReasons = (error: unknown): readonly Reason[] | null =>
  error instanceof AwsRefusal && error.name === 'TransactionCanceledException'
    ? ((error.told as Cancelled).CancellationReasons ?? [])
    : null

interface Reason {
  readonly Code?: string
  readonly Item?: Attributes
}

interface Cancelled {
  readonly CancellationReasons?: readonly Reason[]
}
