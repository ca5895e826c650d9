/** The one table and its indexes as plain data: the local stack, the tests and the deployment all create it from here. */

/** How partitions begin that permissions tell apart: those of API keys, of their uses, of users and of idempotency keys. */
export const API_KEYS = 'K#'
export const KEY_USES = 'L#'
export const USERS = 'U#'
export const IDEMPOTENCY = 'I#'
/** The one partition of the stop of costs. */
export const COST_STOP = 'CS'

/** Attribute names are one to three letters because they are paid for in every row; `keys.ts` says what each key holds. */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Seconds since 1970, after which DynamoDB may drop the row. */
  ttlAttribute: 'ttl',
  /** The type of every attribute that is part of a key. */
  keyAttributes: { pk: 'S', sk: 'S', lp: 'S', ls: 'S', wp: 'S', due: 'N', vp: 'S', tp: 'S', ts: 'S' },
  /** All sparse: a row is in an index while it has both of the index's key attributes. */
  indexes: {
    /** Lists, newest first; carries what the lists filter by, and nothing else, so that counting stays cheap. */
    list: { partitionKey: 'lp', sortKey: 'ls', include: ['st', 'sv', 'su', 'ca', 'bf', 'mn', 'ck', 'po'] },
    /** What is due; see `work-partitions.ts`. */
    work: { partitionKey: 'wp', sortKey: 'due', include: [] },
    /** Orders that still need the exchange's word, by exchange account; deliveries that are not over, by webhook. */
    live: { partitionKey: 'vp', sortKey: 'pk', include: [] },
    /** Stops whose price is watched, by instrument; by direction and price, so that one range is just what its prices fire. */
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
