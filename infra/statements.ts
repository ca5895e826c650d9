/** IAM statements of each Lambda as plain data, for the roles of a deployment, the stack of one machine, and the tests. */

import {
  API_KEYS,
  COST_STOP,
  IDEMPOTENCY,
  KEY_USES,
  tableDefinition,
  USERS,
} from '#adapters/store/engine/table-definition.ts'
import { type Grantee, notesKeyUses, type Uses } from '#lambda/declaration.ts'
import type { SealContext } from '#ports/accounts/vault.ts'
import type { QueueName } from '#ports/work/queues.ts'

/** One grant. Resources are ARNs, and no wildcard in them matches anything. */
export interface Statement {
  readonly actions: readonly string[]
  readonly resources: readonly string[]
  readonly conditions: Conditions
}

/** Conditions by operator and key, in the form of IAM. A call without the key meets `ForAllValues`; `Null` with `false` requires the key. */
export type Conditions = Readonly<Partial<Record<Operator, Readonly<Record<string, string | readonly string[]>>>>>

type Operator = 'ForAllValues:StringEquals' | 'ForAllValues:StringLike' | 'ForAllValues:StringNotLike' | 'Null'

/** ARNs of the parts of a deployment. */
export interface Arns {
  readonly tableArn: string
  readonly queueArns: Readonly<Record<QueueName, string>>
  readonly vaultKeyArn: string
  /** The one object in the bucket of the catalogue. */
  readonly catalogueArn: string
  /** Objects of recordings; null if the deployment records none. */
  readonly recordingsArn: string | null
  /** Connections of the streams of clients: `…/@connections/*`, because each gets its id when it opens. */
  readonly streamsArn: string
}

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
const PUT = 'dynamodb:PutItem'
const MORE_WRITES = { remove: 'dynamodb:DeleteItem', bulk: 'dynamodb:BatchWriteItem' } as const
const COST_STOP_CALLS = { read: 'dynamodb:GetItem', write: PUT } as const
const VAULT = { seal: 'kms:Encrypt', open: 'kms:Decrypt' } as const
const CATALOGUE = { read: ['s3:GetObject'], write: ['s3:GetObject', 's3:PutObject'] } as const

/** Actions of a consumer that gives messages back, and takes slow ones off its queue. */
const REQUEUE = ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage']

/** Every statement follows from the declaration, and names its actions and its resources. */
export const statementsOf = (declared: Grantee, arns: Arns): readonly Statement[] => {
  const { uses, queue } = declared
  const { queueArns } = arns
  return [
    ...tableStatements(declared, arns.tableArn),
    ...(uses.sends ?? []).map((queue) => allow(['sqs:SendMessage'], [queueArns[queue]])),
    ...(uses.requeues === true && queue !== undefined ? [allow(REQUEUE, [queueArns[queue]])] : []),
    ...(uses.vault ?? []).map((use) => allow([VAULT[use]], [arns.vaultKeyArn], contextOf(uses))),
    ...(uses.catalogue === undefined ? [] : [allow(CATALOGUE[uses.catalogue], [arns.catalogueArn])]),
    ...(uses.records !== true || arns.recordingsArn === null ? [] : [allow(['s3:PutObject'], [arns.recordingsArn])]),
    ...(uses.costStop === undefined
      ? []
      : [allow([COST_STOP_CALLS[uses.costStop]], [arns.tableArn], only([COST_STOP]))]),
    ...(uses.streams === 'push' ? [allow(['execute-api:ManageConnections'], [arns.streamsArn])] : []),
  ]
}

const tableStatements = (declared: Grantee, tableArn: string): readonly Statement[] => {
  const { table, alsoWrites = [], apiKeys } = declared.uses
  if (table === 'none') return []
  const indexes = Object.keys(tableDefinition.indexes).map((index) => `${tableArn}/index/${index}`)
  const writes = [PUT, ...alsoWrites.map((more) => MORE_WRITES[more])]
  return [
    allow(READ, [tableArn, ...indexes]),
    ...(table === 'write' ? [allow(writes, [tableArn], apiKeys === true ? OF_KEYS : ANY_BUT_KEYS)] : []),
    // An endpoint that claims an idempotency key may have to release it.
    ...(declared.idempotent === true ? [allow([MORE_WRITES.remove], [tableArn], only([IDEMPOTENCY]))] : []),
    // Rows about the use of keys hold nothing else: a false row only shows a wrong hour and address.
    ...(notesKeyUses(declared) ? [allow([PUT], [tableArn], only([KEY_USES]))] : []),
  ]
}

const allow = (actions: readonly string[], resources: readonly string[], conditions: Conditions = {}): Statement => ({
  actions,
  resources,
  conditions,
})

/** Condition that the partitions of all rows begin with one of these. */
const only = (prefixes: readonly string[]): Conditions => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((prefix) => `${prefix}*`) },
  ...SAYS_WHICH_ROWS,
})

const SAYS_WHICH_ROWS: Conditions = { Null: { 'dynamodb:LeadingKeys': 'false' } }

/** A function that could write the row of an API key could act for every user. */
const ANY_BUT_KEYS: Conditions = {
  'ForAllValues:StringNotLike': { 'dynamodb:LeadingKeys': [`${API_KEYS}*`] },
  ...SAYS_WHICH_ROWS,
}

/** Partitions of the functions of API keys: the keys, the ring of the user, the rows of every creating endpoint, and the use of keys. */
const OF_KEYS: Conditions = only([API_KEYS, USERS, IDEMPOTENCY, KEY_USES])

type KeyOf<Context> = Context extends unknown ? keyof Context : never

const CREDENTIALS: readonly KeyOf<SealContext>[] = ['user', 'subaccount', 'exchange']
const WEBHOOK_SECRETS: readonly KeyOf<SealContext>[] = ['user', 'webhook']

/** Secrets must be sealed with their owner and with the purpose of this function. */
const contextOf = (uses: Uses): Conditions => ({
  'ForAllValues:StringEquals': {
    'kms:EncryptionContextKeys': uses.webhooks === true ? WEBHOOK_SECRETS : CREDENTIALS,
  },
  Null: { 'kms:EncryptionContextKeys': 'false' },
})
