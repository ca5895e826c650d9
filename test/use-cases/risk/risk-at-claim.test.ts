/** Risk checks of an order right before its first send, and before a repeated send. */

import { describe, expect, it } from 'vitest'
import { money, qty } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { NO_LIMITS, type RiskBreach, type RiskLimits } from '#domain/risk/limits.ts'
import { checkRisk } from '#use-cases/risk/check-risk.ts'
import { getLimits } from '#use-cases/risk/manage-limits.ts'
import { haltedMeanwhile, riskAtClaim } from '#use-cases/risk/risk-at-claim.ts'
import { NOW, SUBACCOUNT, sampleOrder, sampleSubaccount, USER } from '../../adapters/store/samples.ts'

const TIGHT = { maxOrderQty: qty(1), maxOrderCost: money(1), maxOpenOrders: 1 }

/** No position is held, and another order is open. */
const DEPS = {
  clock: () => NOW,
  positions: { ofSubaccount: async () => ({ ledgers: [], reports: [], accounts: [] }) },
  haltOfDeployment: async (): Promise<RiskBreach | null> => null,
  tradingDays: { get: async () => null, getMany: async () => [], save: async () => true, remove: async () => true },
  orders: { live: async () => [sampleOrder({ sendState: 'acked' }, 2)], countLive: async () => 1 },
}

const subaccount = (limits: Partial<RiskLimits>) =>
  sampleSubaccount({ limits: { ...NO_LIMITS, ...limits }, version: 1 })

const LEG: Order = sampleOrder({ origin: { kind: 'leg', basketOrderId: 'basket', entryId: null } })
const EXIT: Order = sampleOrder({ origin: { kind: 'exit', complexOrderId: 'stop', entryId: 'entry', hasFired: true } })
const REDUCE_ONLY: Order = sampleOrder({ reduceOnly: true })

const atClaim = async (order: Order, limits: Partial<RiskLimits>) =>
  (await riskAtClaim(DEPS, subaccount(limits), order, order.price))?.code ?? null

const again = (order: Order, limits: Partial<RiskLimits>) => haltedMeanwhile(DEPS, subaccount(limits), order)

const HALTED = { status: 'CANCELLED', reason: 'trading_halted', cancelRequestedAt: null }

describe('right before the send', () => {
  it.each([
    ['reduce-only', REDUCE_ONLY],
    ['an exit', EXIT],
  ])('an order that is %s passes a halt and every limit, though no position is stored', async (_what, order) => {
    expect(await atClaim(order, { ...TIGHT, halted: true })).toBeNull()
    expect(await again(order, { halted: true })).toBeNull()
  })

  it('an order on one market is held to each limit as it is by now', async () => {
    expect(await atClaim(sampleOrder(), {})).toBeNull()
    for (const [name, limit] of Object.entries({ ...TIGHT, halted: true }))
      expect([name, await atClaim(sampleOrder(), { [name]: limit })]).toEqual([
        name,
        name === 'halted' ? 'trading_halted' : 'risk_limit',
      ])
  })

  it('a leg is held to the halt alone: the limits were checked for its whole custom-asset order', async () => {
    expect(await atClaim(LEG, TIGHT)).toBeNull()
    expect(await atClaim(LEG, { ...TIGHT, halted: true })).toBe('trading_halted')
  })
})

it('a halt of the whole deployment stops orders without any limit, and lets positions be closed', async () => {
  const halt: RiskBreach = { code: 'trading_halted', reason: 'New orders of this service are halted.' }
  const deps = { ...DEPS, haltOfDeployment: async () => halt }
  const free = subaccount({})
  for (const order of [sampleOrder(), LEG]) {
    expect(await riskAtClaim(deps, free, order, order.price)).toEqual(halt)
    expect(await haltedMeanwhile(deps, free, order)).toEqual(HALTED)
  }
  for (const order of [EXIT, REDUCE_ONLY]) expect(await riskAtClaim(deps, free, order, order.price)).toBeNull()
})

it('an order that is sent again is held to the halt alone: it may be at its exchange', async () => {
  for (const order of [sampleOrder(), LEG]) {
    expect(await again(order, TIGHT)).toBeNull()
    expect(await again(order, { ...TIGHT, halted: true })).toEqual(HALTED)
  }
})

it('an order that is over is not open, even if its exchange has not reported all fills', async () => {
  const over = sampleOrder({ sendState: 'acked', status: 'CANCELLED', exchangeState: 'live' }, 3)
  const live = async (_subaccountId: string, exchange: string) =>
    exchange === 'EXCHANGE_A' ? [sampleOrder({ sendState: 'acked' }, 2), over] : []
  const limited = subaccount({ maxOpenOrders: 2 })
  const nobody = async () => false
  const subaccounts = {
    get: async () => limited,
    getMany: async () => [limited],
    list: async () => [limited],
    create: nobody,
    remove: nobody,
    save: nobody,
  }
  const confirmations = { dayOf: async () => null }
  const deps = { ...DEPS, subaccounts, confirmations, orders: { live, countLive: async () => 2 } }
  expect(await getLimits(deps, USER, SUBACCOUNT)).toMatchObject({ openOrders: 1 })
  expect(await checkRisk(deps, limited.limits, { ...sampleOrder(), isNew: true }, null)).toBeNull()
  expect(await riskAtClaim(deps, limited, sampleOrder(), null)).toBeNull()
})
