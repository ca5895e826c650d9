/** A question to the table or one of its indexes, and how DynamoDB is asked it. */

import type { QueryCommandInput } from '@aws-sdk/client-dynamodb'
import { toAttribute, type Value } from './attributes.ts'
import { type IndexName, tableDefinition } from './table-definition.ts'

export interface Question {
  /** The table itself when absent. */
  readonly index?: IndexName | undefined
  readonly partition: string
  readonly sort?: { readonly startsWith: string } | { readonly atMost: number | string } | undefined
  /** Attributes that must have exactly these values; undefined ones do not filter. */
  readonly filter?: Readonly<Record<string, Value | undefined>> | undefined
  /** Which attributes to transfer; all when absent. */
  readonly attributes?: readonly string[] | undefined
  /** From the highest sort key down. */
  readonly descending?: boolean | undefined
  /** Rows to read per page, before the filter. */
  readonly limit?: number | undefined
  /** Impossible on an index. */
  readonly consistent?: boolean | undefined
}

/** The request, but for the table's name. */
export const queryInput = (question: Question): Omit<QueryCommandInput, 'TableName'> => {
  const keys = question.index === undefined ? tableDefinition : tableDefinition.indexes[question.index]
  const filters = Object.entries(question.filter ?? {}).filter(
    (entry): entry is [string, Value] => entry[1] !== undefined,
  )
  const projected = question.attributes ?? []
  return {
    ...(question.index === undefined ? {} : { IndexName: question.index }),
    KeyConditionExpression: ['#pk = :pk', ...sortCondition(question.sort)].join(' AND '),
    ...(filters.length === 0 ? {} : { FilterExpression: filters.map((_, i) => `#f${i} = :f${i}`).join(' AND ') }),
    ...(projected.length === 0 ? {} : { ProjectionExpression: projected.map((_, i) => `#a${i}`).join(', ') }),
    ExpressionAttributeNames: {
      '#pk': keys.partitionKey,
      ...(question.sort === undefined ? {} : { '#sk': keys.sortKey }),
      ...Object.fromEntries(filters.map(([name], i) => [`#f${i}`, name])),
      ...Object.fromEntries(projected.map((name, i) => [`#a${i}`, name])),
    },
    ExpressionAttributeValues: {
      ':pk': toAttribute(question.partition),
      ...(question.sort === undefined ? {} : { ':sk': toAttribute(sortValue(question.sort)) }),
      ...Object.fromEntries(filters.map(([, value], i) => [`:f${i}`, toAttribute(value)])),
    },
    ScanIndexForward: question.descending !== true,
    ...(question.limit === undefined ? {} : { Limit: question.limit }),
    ...(question.consistent === true ? { ConsistentRead: true } : {}),
  }
}

const sortCondition = (sort: Question['sort']): readonly string[] => {
  if (sort === undefined) return []
  return 'startsWith' in sort ? ['begins_with(#sk, :sk)'] : ['#sk <= :sk']
}

const sortValue = (sort: NonNullable<Question['sort']>): Value => ('startsWith' in sort ? sort.startsWith : sort.atMost)
