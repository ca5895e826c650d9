/** Answers requests about tables as such. */

import { readInput, type Shape } from './read-input.ts'
import { invalid } from './refusal.ts'
import { type Arrangement, type Keys, namesOf, type TableSchema, tableSchema } from './table-schema.ts'
import type { OpenTable, Tables } from './tables.ts'

const CREATION: Shape = {
  TableName: 'text',
  AttributeDefinitions: 'list',
  KeySchema: 'list',
  GlobalSecondaryIndexes: 'list',
  BillingMode: 'text',
  ProvisionedThroughput: 'map',
  Tags: 'list',
}

export const answerCreateTable = (tables: Tables, input: Arrangement, now: number): object => {
  readInput(input, CREATION)
  const schema = tableSchema(input, Math.floor(now / 1_000))
  return { TableDescription: described(tables.together(() => tables.create(schema))) }
}

interface Named {
  readonly TableName?: string
}

export const answerDescribeTable = (tables: Tables, input: Named): object => {
  readInput(input, { TableName: 'text' })
  return { Table: described(tables.find(input.TableName)) }
}

export const answerDeleteTable = (tables: Tables, input: Named): object => {
  readInput(input, { TableName: 'text' })
  return {
    TableDescription: described(
      tables.together(() => tables.drop(input.TableName)),
      'DELETING',
    ),
  }
}

export const answerListTables = (tables: Tables, input: object): object => {
  readInput(input, {})
  return {
    TableNames: tables
      .all()
      .map(({ schema }) => schema.name)
      .toSorted(),
  }
}

interface TimeToLive extends Named {
  readonly TimeToLiveSpecification?: { readonly AttributeName?: string; readonly Enabled?: boolean }
}

export const answerUpdateTimeToLive = (tables: Tables, input: TimeToLive): object => {
  readInput(input, { TableName: 'text', TimeToLiveSpecification: 'map' })
  const { AttributeName = '', Enabled = false } = input.TimeToLiveSpecification ?? {}
  if (AttributeName === '') throw invalid('TimeToLiveSpecification wants an AttributeName')
  tables.together(() => tables.expireBy(input.TableName, Enabled ? AttributeName : null))
  return { TimeToLiveSpecification: { AttributeName, Enabled } }
}

export const answerDescribeTimeToLive = (tables: Tables, input: Named): object => {
  readInput(input, { TableName: 'text' })
  const { ttlAttribute } = tables.find(input.TableName).schema
  return {
    TimeToLiveDescription:
      ttlAttribute === null
        ? { TimeToLiveStatus: 'DISABLED' }
        : { TimeToLiveStatus: 'ENABLED', AttributeName: ttlAttribute },
  }
}

const described = ({ schema }: OpenTable, TableStatus = 'ACTIVE') => ({
  TableName: schema.name,
  TableId: schema.id,
  TableArn: arnOf(schema),
  TableStatus,
  CreationDateTime: schema.createdAt,
  BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
  AttributeDefinitions: Object.entries(schema.types).map(([AttributeName, AttributeType]) => ({
    AttributeName,
    AttributeType,
  })),
  KeySchema: elementsOf(schema),
  ...(schema.indexes.length === 0
    ? {}
    : {
        GlobalSecondaryIndexes: schema.indexes.map((index) => ({
          IndexName: index.name,
          IndexArn: `${arnOf(schema)}/index/${index.name}`,
          IndexStatus: 'ACTIVE',
          KeySchema: elementsOf(index),
          Projection: index.projection,
        })),
      }),
})

const arnOf = ({ name }: TableSchema): string => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`

const elementsOf = (keys: Keys) =>
  namesOf(keys).map((AttributeName, n) => ({ AttributeName, KeyType: n === 0 ? 'HASH' : 'RANGE' }))
