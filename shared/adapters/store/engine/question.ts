/** Query of the table or one of its indexes, and its request for DynamoDB. */

import type { AttributeValue, QueryCommandInput } from '@aws-sdk/client-dynamodb'
import { toAttribute } from './attributes.ts'
import type { Value } from './rows.ts'
import { type IndexName, tableDefinition } from './table-definition.ts'

/** Attributes and the exact value, or values, that they must have; undefined does not filter. */
export type RowFilter = Readonly<Record<string, Value | ReadonlySet<Value> | undefined>>

export interface Question {
  /** Absent for the table. */
  readonly index?: IndexName | undefined
  readonly partition: string
  readonly sort?:
    | { readonly startsWith: string }
    | { readonly atMost: number }
    | { readonly atLeast: string }
    | { readonly above: string; readonly upTo: string }
    | { readonly from: string; readonly upTo: string }
    | undefined
  readonly filter?: RowFilter | undefined
  /** Attributes to transfer; absent for all. */
  readonly attributes?: readonly string[] | undefined
  /** Begins with the highest sort key. */
  readonly descending?: boolean | undefined
  /** Rows to read per page, before the filter. */
  readonly limit?: number | undefined
  /** Not possible on an index. */
  readonly consistent?: boolean | undefined
}

/** Request without the name of the table. */
export const queryInput = (question: Question): Omit<QueryCommandInput, 'TableName'> => {
  const keys = question.index === undefined ? tableDefinition : tableDefinition.indexes[question.index]
  const filters = Object.entries(question.filter ?? {}).flatMap(([name, wanted]) =>
    wanted === undefined ? [] : [{ name, values: wanted instanceof Set ? [...wanted] : [wanted] }],
  )
  const projected = question.attributes ?? []
  return {
    ...(question.index === undefined ? {} : { IndexName: question.index }),
    KeyConditionExpression: ['#pk = :pk', ...sortCondition(question.sort)].join(' AND '),
    ...(filters.length === 0
      ? {}
      : {
          FilterExpression: filters
            .map(({ values }, i) => `#f${i} IN (${values.map((_, n) => `:f${i}_${n}`).join(', ')})`)
            .join(' AND '),
        }),
    ...(projected.length === 0 ? {} : { ProjectionExpression: projected.map((_, i) => `#a${i}`).join(', ') }),
    ExpressionAttributeNames: {
      '#pk': keys.partitionKey,
      ...(question.sort === undefined ? {} : { '#sk': keys.sortKey }),
      ...Object.fromEntries(filters.map(({ name }, i) => [`#f${i}`, name])),
      ...Object.fromEntries(projected.map((name, i) => [`#a${i}`, name])),
    },
    ExpressionAttributeValues: {
      ':pk': toAttribute(question.partition),
      ...sortValues(question.sort),
      ...Object.fromEntries(
        filters.flatMap(({ values }, i) => values.map((value, n) => [`:f${i}_${n}`, toAttribute(value)])),
      ),
    },
    ScanIndexForward: question.descending !== true,
    ...(question.limit === undefined ? {} : { Limit: question.limit }),
    ...(question.consistent === true ? { ConsistentRead: true } : {}),
  }
}

/** Attributes in the answer. */
export const projection = (attributes: readonly string[]) => ({
  ProjectionExpression: attributes.map((_, i) => `#a${i}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(attributes.map((name, i) => [`#a${i}`, name])),
})

const sortCondition = (sort: Question['sort']): readonly string[] => {
  if (sort === undefined) return []
  if ('startsWith' in sort) return ['begins_with(#sk, :sk)']
  if ('atLeast' in sort) return ['#sk >= :sk']
  return 'atMost' in sort ? ['#sk <= :sk'] : ['#sk BETWEEN :sk AND :to']
}

const sortValues = (sort: Question['sort']): Record<string, AttributeValue> => {
  if (sort === undefined) return {}
  if ('startsWith' in sort) return { ':sk': toAttribute(sort.startsWith) }
  if ('atLeast' in sort) return { ':sk': toAttribute(sort.atLeast) }
  if ('atMost' in sort) return { ':sk': toAttribute(sort.atMost) }
  if ('from' in sort) return { ':sk': toAttribute(sort.from), ':to': toAttribute(sort.upTo) }
  // BETWEEN includes its ends. `!` sorts before every character of our keys, so no key is between a key and the same key with `!`.
  return { ':sk': toAttribute(`${sort.above}!`), ':to': toAttribute(sort.upTo) }
}
