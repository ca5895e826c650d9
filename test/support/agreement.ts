/** The one thing that must hold after any bad luck: our orders and the exchange's ledger tell the same story. */

import { expect } from 'vitest'

/** What the simulated exchange says is true; see its control API. */
interface Ledger {
  readonly accounts: ReadonlyArray<{
    readonly id: string
    readonly orders: ReadonlyArray<{
      readonly id: string
      readonly identity: string
      readonly qty: number
      readonly filled_qty: number
      readonly status: string
    }>
  }>
}

interface OrderRecord {
  readonly svc_order_id: string
  readonly status: string
  readonly qty: number
  readonly traded_qty: number
  readonly exchange_order_id: string | null
}

/**
 * None lost, none doubled: every order of the account at the exchange is one of ours, at most one for each of ours, filled as
 * much as ours says, and over exactly when ours is over. Burnt identities (0.01 contracts, nothing filled) are no orders.
 */
export const expectAgreement = (orders: readonly OrderRecord[], ledger: Ledger, accountId: string): void => {
  const account = ledger.accounts.find((candidate) => candidate.id === accountId)
  const placed = (account?.orders ?? []).filter((order) => !(order.qty === 0.01 && order.filled_qty === 0))
  const identities = placed.map((order) => order.identity)
  expect(new Set(identities).size, 'an identity stands twice at the exchange').toBe(identities.length)
  const known = new Map(orders.map((order) => [order.svc_order_id, order]))
  for (const theirs of placed) {
    const ours = known.get(theirs.identity)
    expect(ours, `the exchange has an order ${theirs.identity} that we do not`).toBeDefined()
    if (ours === undefined) continue
    expect(ours.traded_qty, `filled quantity of ${theirs.identity}`).toBe(theirs.filled_qty)
    expect(isLive(ours.status), `${theirs.identity} is ${theirs.status} there and ${ours.status} here`).toBe(
      theirs.status === 'resting',
    )
    if (ours.status === 'EXECUTED') expect(theirs.filled_qty).toBe(ours.qty)
    expect(ours.status).not.toBe('REJECTED')
  }
  const there = new Set(identities)
  for (const ours of orders) {
    if (there.has(ours.svc_order_id)) continue
    expect(ours.traded_qty, `${ours.svc_order_id} is filled here and unknown there`).toBe(0)
    expect(['CANCELLED', 'REJECTED', 'EXPIRED'], `${ours.svc_order_id} never reached the exchange`).toContain(
      ours.status,
    )
  }
}

const isLive = (status: string): boolean => status === 'RESTING' || status === 'PARTIALLY_FILLED'
