/** EXCHANGE_C behind our port. */

import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import { NO_AMEND, NO_WALLET_RELAY, ONE_PURSE } from '../not-offered.ts'
import { MARKET, type VillageOrder, villageAt } from './village.ts'
import { type VillageOptions, villageMarketData } from './village-market-data.ts'

export const villageExchange = (options: VillageOptions): Exchange => {
  const village = villageAt(options.urls.town)
  const { clock } = options
  const position = (): number =>
    village.fills.reduce((sum, { buyFlag, qty: traded }) => sum + (buyFlag ? traded : -traded), -village.takenAway)
  return {
    ...villageMarketData(options),
    prepare: async (_account, order, limit, attemptNumber) => ({
      kind: 'ready',
      identity: attemptNumber === 1 ? order.orderId : `${order.orderId}-${attemptNumber}`,
      payload: String(limit),
      exchangeOrderIds: [],
    }),
    expectedRefusals: async () => [],
    // Order ids are UUIDs of 36 characters; what follows is the number of the attempt.
    orderIdOf: (identity) => identity.slice(0, 36),
    submit: async (_account, { attempt, buyFlag, qty: asked, timeInForce }) => {
      const known = village.orders.some(({ identity }) => identity === attempt.identity)
      if (known) return { kind: 'duplicate' }
      const rests = timeInForce === 'GTC' || timeInForce === 'GTD'
      const limit = price(Number(attempt.payload))
      return {
        kind: 'accepted',
        order: toReport(village.take({ identity: attempt.identity, buyFlag, qty: asked, limit, rests }, clock())),
      }
    },
    lookUp: async (_account, { attempt }) => {
      const found = village.orders.find(({ identity }) => identity === attempt.identity)
      return found === undefined ? { kind: 'absent', watchMs: 0 } : { kind: 'found', order: toReport(found) }
    },
    invalidateIdentity: async () => ({ kind: 'dead', watchMs: 0 }),
    cancel: async (_account, { exchangeOrderId }) => {
      const found = village.orders.find(({ id, live }) => id === exchangeOrderId && live)
      if (found === undefined) return { kind: 'gone' }
      found.live = false
      return { kind: 'cancelled', removedQty: qty(found.left) }
    },
    order: async (_account, { exchangeOrderId }) => {
      const found = village.orders.find(({ id }) => id === exchangeOrderId)
      return { report: found === undefined ? null : toReport(found) }
    },
    openOrders: async () => village.orders.filter(({ live }) => live).map(toReport),
    fillsSince: async (_account, since) => ({ fills: village.fills.filter(({ at }) => at >= since), asOf: clock() }),
    fillsBefore: async (_account, before) => ({ fills: village.fills.filter(({ at }) => at < before), cursor: null }),
    positions: async () => ({
      positions: [{ nativeId: MARKET.nativeId, position: position(), cost: money(0), realized: money(0) }],
    }),
    balances: async () => [{ shard: 0, amount: money(1_000 * ONE) }],
    ...NO_WALLET_RELAY,
    holderOf: async ({ accountKey }) => accountKey,
    ...NO_AMEND,
    ...ONE_PURSE,
    readiness: async () => [{ check: 'rights', ok: true, detail: 'Everybody may trade in the village.' }],
    verify: async (given) => ({
      kind: 'valid',
      exchangeAccount: given['member'] ?? '',
      publicPart: given['member'] ?? '',
      secrets: given,
    }),
  }
}

const toReport = (order: VillageOrder): OrderReport => ({
  exchangeOrderId: order.id,
  identity: order.identity,
  state: order.live ? 'live' : 'ended',
  filledQty: qty(order.qty - order.left),
})
