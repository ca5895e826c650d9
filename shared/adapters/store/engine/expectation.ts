/** Expectation under which a change is written, and its condition for DynamoDB. */

import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { toAttribute } from './attributes.ts'
import type { Value } from './rows.ts'

/**
 * `absent`: there is no row. `anything`: no condition. `same`: the row exists, and these attributes have these values; null means that the attribute
 * is absent.
 */
export type Expectation = 'absent' | 'anything' | { readonly same: Readonly<Record<string, Value | null>> }

/** Each write expects the version that it has read; a row of version 0 does not exist yet. */
export const byVersion = (version: number): Expectation => (version === 0 ? 'absent' : { same: { v: version } })

export interface Condition {
  readonly ConditionExpression?: string
  readonly ExpressionAttributeNames?: Record<string, string>
  readonly ExpressionAttributeValues?: Record<string, AttributeValue>
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD'
}

/** Condition of a request. A refusal returns the current row. */
export const condition = (expect: Expectation): Condition => {
  if (expect === 'anything') return {}
  if (expect === 'absent') {
    return { ConditionExpression: 'attribute_not_exists(pk)', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
  }
  const expected = Object.entries(expect.same)
  const values = expected.flatMap(([, value], i) => (value === null ? [] : [[`:e${i}`, toAttribute(value)] as const]))
  return {
    ConditionExpression: [
      'attribute_exists(pk)',
      ...expected.map(([, value], i) => (value === null ? `attribute_not_exists(#e${i})` : `#e${i} = :e${i}`)),
    ].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(expected.map(([name], i) => [`#e${i}`, name])),
    ...(values.length === 0 ? {} : { ExpressionAttributeValues: Object.fromEntries(values) }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  }
}
