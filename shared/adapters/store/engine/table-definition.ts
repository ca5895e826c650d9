/** The table and its indexes as plain data, from which the local stack, the tests and the deployment create it. */

/** Prefixes of partitions with permissions of their own: API keys, their uses, users and idempotency keys. */
export const API_KEYS = 'K#'
export const KEY_USES = 'L#'
export const USERS = 'U#'
export const IDEMPOTENCY = 'I#'
/** Partition of the stop of costs. */
export const COST_STOP = 'CS'

/** Attribute names are one to three letters because they are paid for in every row; `keys.ts` says what each key holds. */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Seconds since 1970 after which DynamoDB may drop the row. */
  ttlAttribute: 'ttl',
  /** Types of all attributes of keys. */
  keyAttributes: { pk: 'S', sk: 'S', lp: 'S', ls: 'S', wp: 'S', due: 'N', vp: 'S', tp: 'S', ts: 'S' },
  /** All sparse: a row is in an index while it has both of the index's key attributes. */
  indexes: {
    /** Lists, newest first. The index carries only the attributes that lists filter by, so that counting stays cheap. */
    list: { partitionKey: 'lp', sortKey: 'ls', include: ['st', 'sv', 'su', 'ca', 'bf', 'mn', 'ck', 'po'] },
    /** Due work; see `work-partitions.ts`. */
    work: { partitionKey: 'wp', sortKey: 'due', include: [] },
    /** Orders whose exchange still owes a report, by exchange account; deliveries that are not over, by webhook. */
    live: { partitionKey: 'vp', sortKey: 'pk', include: [] },
    /** Watched stops of an instrument by direction and price, so that one range holds exactly the stops that a price fires. */
    trigger: { partitionKey: 'tp', sortKey: 'ts', include: ['bf', 'pt'] },
  },
} as const satisfies TableDefinition

export type IndexName = keyof typeof tableDefinition.indexes

interface TableDefinition {
  readonly partitionKey: string
  readonly sortKey: string
  readonly ttlAttribute: string
  readonly keyAttributes: Readonly<Record<string, 'S' | 'N'>>
  readonly indexes: Readonly<
    Record<string, { readonly partitionKey: string; readonly sortKey: string; readonly include: readonly string[] }>
  >
}
