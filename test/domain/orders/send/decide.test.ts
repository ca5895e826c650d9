/** The steps of an order on its way to its exchange, and the facts that each of them needs. */

import { describe, expect, it } from 'vitest'
import { newSubaccount } from '#domain/accounts/subaccount.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import { newOrder, type Order } from '#domain/orders/order.ts'
import { decide } from '#domain/orders/send/decide.ts'
import type { Facts } from '#domain/orders/send/facts.ts'
import { claim } from '#domain/orders/transitions/claim.ts'

const NOW = Date.parse('2026-11-21T07:30:00Z')

const ORDER: Order = newOrder(
  {
    orderId: 'o',
    userId: 'u',
    subaccountId: 's',
    exchange: 'EXCHANGE_A',
    svcId: 7,
    nativeId: 'M',
    shard: 0,
    orderType: 'LIMIT',
    timeInForce: 'GTC',
    qty: qty(10_000_000),
    buyFlag: true,
    price: price(410_000),
    expiresAt: null,
    clientOrderId: null,
  },
  NOW,
)

const SUBACCOUNT = newSubaccount({
  subaccountId: 's',
  userId: 'u',
  name: 's',
  description: null,
  insertedAt: 0,
  hasWebhooks: false,
})

const REQUEST = { number: 1, identity: 'o-1', payload: 'p', exchangeOrderIds: [] }

/** The facts of an order that may be sent. */
const READY = {
  subaccount: { subaccount: SUBACCOUNT, readAt: NOW },
  circuit: null,
  accountKey: 'key',
  hasTurn: true,
  breach: null,
  prepared: { kind: 'ready', identity: 'o-1', payload: 'p', exchangeOrderIds: [] },
  isActivated: false,
} as const satisfies Partial<Facts>

const decided = (facts: Partial<Facts>, order: Order = ORDER, now = NOW) =>
  decide(order, { startedAt: NOW, slippage: 0, ...facts }, now)

/** Names the steps of an order whose facts are read one after the other. */
const stepsOf = (order: Order, facts: ReadonlyArray<Partial<Facts>>): readonly string[] =>
  [{}, ...facts].map((_, count) => {
    const known: Partial<Facts> = Object.assign({}, ...facts.slice(0, count))
    const step = decided(known, order)
    return step.kind === 'read' ? `read ${step.fact}` : step.kind
  })

describe('an order that was never sent', () => {
  it('is checked, prepared and sent, and reads no fact twice', () => {
    const { subaccount, circuit, accountKey, hasTurn, breach, prepared, isActivated } = READY
    const facts = [{ subaccount }, { circuit }, { accountKey }, { hasTurn }, { breach }, { prepared }, { isActivated }]
    expect(stepsOf(ORDER, facts)).toEqual([
      'read subaccount',
      'read circuit',
      'read accountKey',
      'awaitTurn',
      'checkRisk',
      'prepare',
      'activate',
      'send',
    ])
  })

  it('ends without a call if its cancel is requested', () => {
    const step = decided(READY, { ...ORDER, cancelRequestedAt: NOW })
    expect(step).toMatchObject({ kind: 'store', order: { status: 'CANCELLED', cancelReason: 'user' } })
  })

  it('reads its subaccount again if the first read is older than a quarter of a second', () => {
    expect(decided(READY, ORDER, NOW + 250).kind).toBe('send')
    expect(decided(READY, ORDER, NOW + 251)).toEqual({ kind: 'read', fact: 'subaccountNow' })
  })

  it('waits while its exchange refuses all orders', () => {
    const step = decided({ ...READY, circuit: { waitMs: 2_000, reason: 'blocked' } })
    expect(step).toMatchObject({ kind: 'requeue', reason: 'blocked', order: { dueAt: NOW + 2_000, retries: 1 } })
  })

  it('reads the position first if it may only reduce it', () => {
    expect(decided(READY, { ...ORDER, reduceOnly: true })).toEqual({ kind: 'read', fact: 'behind' })
  })
})

describe('an order whose send has an unknown outcome', () => {
  const sent: Order = { ...claim(ORDER, { token: 't', until: NOW }, REQUEST, NOW), sendState: 'unknown' }
  const leased = { isLeased: true, accountKey: 'key', isActivated: false } as const

  it('is looked up under a lease before anything else', () => {
    expect(decided({}, sent)).toEqual({ kind: 'lease' })
    expect(decided(leased, sent)).toEqual({ kind: 'lookUp' })
  })

  it('is sent again under its identity once it is known to be absent', () => {
    const { subaccount, circuit } = READY
    const absent = { ...leased, lookedUp: { kind: 'absent', watchMs: 0 }, subaccount, halt: null, circuit } as const
    const step = decided(absent, sent)
    expect(step).toMatchObject({ kind: 'send', attempt: { identity: 'o-1', number: 1 } })
  })

  it('is not sent again if its cancel is requested: its identity is invalidated', () => {
    const seen = { ...leased, lookedUp: { kind: 'not_seen' }, subaccount: READY.subaccount } as const
    const order = { ...sent, cancelRequestedAt: NOW }
    expect(decided(seen, order)).toMatchObject({ kind: 'invalidate' })
  })
})

it('an order that is final, held back or acknowledged needs no step', () => {
  for (const done of [{ status: 'EXECUTED' }, { suspended: true }, { sendState: 'acked' }] as const)
    expect(decided({}, { ...ORDER, ...done })).toEqual({ kind: 'done' })
})
