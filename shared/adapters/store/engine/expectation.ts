/** What must hold for a change to be made, and how DynamoDB is told. */

import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { toAttribute } from './attributes.ts'
import type { Value } from './rows.ts'

/**
 * `absent`: no row is there. `anything`: the change is made whatever is there. `same`: the row is there, and these of its
 * attributes have these values; null means the attribute is not there.
 */
export type Expectation = 'absent' | 'anything' | { readonly same: Readonly<Record<string, Value | null>> }

/** A row that each write finds in the version it has read; of version 0 none is there yet. */
export const byVersion = (version: number): Expectation => (version === 0 ? 'absent' : { same: { v: version } })

export interface Condition {
  readonly ConditionExpression?: string
  readonly ExpressionAttributeNames?: Record<string, string>
  readonly ExpressionAttributeValues?: Record<string, AttributeValue>
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD'
}

/** The expectation as part of a request. A refusal brings the row that is there. */
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
