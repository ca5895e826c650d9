/** The one thing that must hold after any bad luck: our orders and the exchange's ledger tell the same story. */

import { expect } from 'vitest'

/** What the simulated exchange says is true; see its control API. */
interface Ledger {
  readonly accounts: ReadonlyArray<{
    readonly id: string
    readonly orders: readonly LedgerOrder[]
    readonly fills: readonly LedgerFill[]
  }>
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
}

/**
 * None lost, none doubled: every order of the account at the exchange is one of ours, at most one for each part of
 * ours, filled together as much as ours says and charged what ours says, and over exactly when ours is over. Burnt identities (0.01 contracts, nothing
 * filled) are no orders; a fill whose settlement failed is none. `identitiesOf` says what the exchange may know an order by.
 */
export const expectAgreement = (
  records: readonly OrderRecord[],
  ledger: Ledger,
  accountId: string,
  identitiesOf: (record: OrderRecord) => readonly string[],
): void => {
  const account = ledger.accounts.find(({ id }) => id === accountId)
  const placed = (account?.orders ?? []).filter((order) => !(order.qty === 0.01 && order.filled_qty === 0))
  const identities = placed.map((order) => order.identity)
  expect(new Set(identities).size, 'an identity stands twice at the exchange').toBe(identities.length)
  const owner = new Map(
    records.flatMap((record) => identitiesOf(record).map((identity) => [identity, record.svc_order_id])),
  )
  for (const { identity } of placed)
    expect(owner.has(identity), `the exchange has an order ${identity} that we do not`).toBe(true)

  const sumOf = (order: LedgerOrder, what: 'qty' | 'fee'): number =>
    (account?.fills ?? [])
      .filter((fill) => fill.order_id === order.id && fill.status !== 'FAILED')
      .reduce((sum, fill) => sum + Math.round(fill[what] * 1e6), 0)
  for (const ours of records) {
    const theirs = placed.filter(({ identity }) => owner.get(identity) === ours.svc_order_id)
    const traded = theirs.reduce((sum, order) => sum + sumOf(order, 'qty'), 0) / 1e6
    expect(ours.traded_qty, `filled quantity of ${ours.svc_order_id}`).toBe(traded)
    const charged = theirs.reduce((sum, order) => sum + sumOf(order, 'fee'), 0) / 1e6
    expect(ours.fees_paid, `fees of ${ours.svc_order_id}`).toBe(charged)
    expect(
      isLive(ours.status),
      `${ours.svc_order_id} is ${ours.status} here and not there, or there and not here`,
    ).toBe(theirs.some(({ status }) => status === 'resting'))
    if (ours.status === 'EXECUTED') expect(traded).toBe(ours.qty)
    if (theirs.length > 0) expect(ours.status).not.toBe('REJECTED')
    else
      expect(['CANCELLED', 'REJECTED', 'EXPIRED'], `${ours.svc_order_id} never reached the exchange`).toContain(
        ours.status,
      )
  }
}

const isLive = (status: string): boolean => status === 'RESTING' || status === 'PARTIALLY_FILLED'
