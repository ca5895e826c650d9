/** The one thing that must hold after any bad luck: our orders and the exchange's ledger agree. */

import { expect } from 'vitest'

/** True state of the simulated exchange, from its control API. */
export interface Ledger {
  readonly accounts: ReadonlyArray<{
    readonly id: string
    readonly orders: readonly LedgerOrder[]
    readonly fills: readonly LedgerFill[]
  }>
  /** Every attempt to place an order, in the order of their arrival. */
  readonly submits: ReadonlyArray<{ readonly identity: string; readonly at: number }>
}

interface LedgerFill {
  readonly order_id: string
  readonly qty: number
  readonly fee: number
  readonly status?: string
}

interface LedgerOrder {
  readonly id: string
  readonly identity: string
  readonly qty: number
  readonly filled_qty: number
  readonly status: string
}

/** An order as our interface shows it. */
export interface OrderRecord {
  readonly svc_order_id: string
  readonly status: string
  readonly qty: number
  readonly traded_qty: number
  readonly fees_paid: number
  readonly time_in_force?: string
  readonly buy_flag?: boolean
}

type IdentitiesOf = (record: OrderRecord) => readonly string[]

/**
 * No order is lost or doubled. Every order of the account at the exchange is one of ours, at most one for each part. Their fills and
 * charges add up to ours, and they are over exactly when ours is over. Burnt identities (0.01 contracts, unfilled) are no orders. A fill
 * whose settlement failed is no fill. `identitiesOf` lists the ids by which the exchange may know an order.
 */
export const expectAgreement = (
  records: readonly OrderRecord[],
  ledger: Ledger,
  accountId: string,
  identitiesOf: IdentitiesOf,
): void => expect(disagreements(records, ledger, accountId, identitiesOf)).toEqual([])

/** Each disagreement of the two, in words; see `expectAgreement`. */
export const disagreements = (
  records: readonly OrderRecord[],
  ledger: Ledger,
  accountId: string,
  identitiesOf: IdentitiesOf,
): readonly string[] => {
  const account = ledger.accounts.find(({ id }) => id === accountId)
  const placed = (account?.orders ?? []).filter((order) => !(order.qty === 0.01 && order.filled_qty === 0))
  const theirs = Map.groupBy(placed, ({ identity }) => identity)
  const fills = Map.groupBy(
    (account?.fills ?? []).filter(({ status }) => status !== 'FAILED'),
    ({ order_id }) => order_id,
  )
  const sumOf = (orders: readonly LedgerOrder[], what: 'qty' | 'fee'): number =>
    orders.flatMap(({ id }) => fills.get(id) ?? []).reduce((sum, fill) => sum + Math.round(fill[what] * 1e6), 0) / 1e6
  const known = new Set(records.flatMap(identitiesOf))
  return [
    ...[...theirs].flatMap(([identity, orders]) => [
      ...(orders.length > 1 ? [`the identity ${identity} stands twice at the exchange`] : []),
      ...(known.has(identity) ? [] : [`the exchange has an order ${identity} that we do not`]),
    ]),
    ...records.flatMap((ours) => {
      const there = identitiesOf(ours).flatMap((identity) => theirs.get(identity) ?? [])
      const [traded, charged] = [sumOf(there, 'qty'), sumOf(there, 'fee')]
      return disagreementsOf(ours, there, traded, charged).map((words) => `${ours.svc_order_id} ${words}`)
    }),
  ]
}

const disagreementsOf = (
  { status, qty, traded_qty, fees_paid, time_in_force }: OrderRecord,
  there: readonly LedgerOrder[],
  traded: number,
  charged: number,
): readonly string[] => {
  const resting = there.filter((order) => order.status === 'resting')
  const rests = resting.length > 0
  // Such an order spends dollars on EXCHANGE_B if it cannot rest, for NO if it sells shares that are not held.
  // A better price then buys more (decision 0005).
  const isByDollars = time_in_force === 'FOK' || (time_in_force === 'IOC' && qty < 5)
  const buysByDollars = isByDollars && there.every(({ identity }) => identity.startsWith('0x'))
  return [
    ...(traded_qty === traded ? [] : [`has traded ${traded_qty} here, ${traded} there`]),
    ...(fees_paid === charged ? [] : [`has paid ${fees_paid} here, ${charged} there`]),
    // An order may be several orders at once on EXCHANGE_B alone (decision 0005); one that is sent in steps rests in the last of them.
    ...(resting.length > 1 && resting.some(({ identity }) => !identity.startsWith('0x'))
      ? [`rests ${resting.length} times there`]
      : []),
    ...(isLive(status) === rests ? [] : [`is ${status} here, and ${rests ? 'rests' : 'does not rest'} there`]),
    ...(status === 'EXECUTED' && traded !== qty && !(buysByDollars && traded > qty)
      ? [`is EXECUTED with ${traded} of ${qty}`]
      : []),
    ...(there.length > 0 && status === 'REJECTED' ? ['is REJECTED, and the exchange has it'] : []),
    ...(there.length > 0 || ['CANCELLED', 'REJECTED', 'EXPIRED'].includes(status)
      ? []
      : [`is ${status}, and never reached the exchange`]),
  ]
}

const isLive = (status: string): boolean => status === 'RESTING' || status === 'PARTIALLY_FILLED'
