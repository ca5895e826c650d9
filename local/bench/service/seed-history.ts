/** A long history of orders that are over, stored through the order store's own rows. */

import { v7 } from 'uuid'
import type { Table } from '#adapters/store/engine/table.ts'
import { extendAggregates } from '#adapters/store/history/aggregates.ts'
import { ORDERS } from '#adapters/store/history/history.ts'
import { orderToRow } from '#adapters/store/rows/order-row.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { DAY, HOUR } from '#domain/kernel/time.ts'
import { addFills } from '#domain/orders/fills/add-fills.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { newOrder, type Order } from '#domain/orders/order.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import { claim } from '#domain/orders/transitions/claim.ts'
import { endUnsent } from '#domain/orders/transitions/end-unsent.ts'
import { refuse } from '#domain/orders/transitions/refuse.ts'
import { seededRandom } from '#simulators/engine/world/seeded-random.ts'

export interface HistoryOptions {
  readonly userId: string
  readonly subaccountIds: readonly [string, ...string[]]
  readonly svcIds: readonly [number, ...number[]]
  readonly orders: number
  readonly from: number
  readonly until: number
}

/** Orders evenly from `from` to `until`, in statuses, markets and subaccounts drawn from a fixed seed. */
export const seedHistory = async (table: Table, options: HistoryOptions): Promise<void> => {
  const random = seededRandom(`${options.orders} orders`)
  for (let start = 0; start < options.orders; start += CHUNK) {
    const count = Math.min(CHUNK, options.orders - start)
    const orders = Array.from({ length: count }, (_, i) => {
      const at = options.from + Math.floor(((options.until - options.from) * (start + i)) / options.orders)
      return pastOrder(options, at, random)
    })
    // Several requests under way at once: the engine is asked over HTTP.
    const parts = Array.from({ length: LANES }, (_, lane) => orders.filter((_order, i) => i % LANES === lane))
    await Promise.all(parts.map((part) => table.putAll(part.map((order) => orderToRow(order, 3)))))
  }
}

/** Makes every tally the history allows, as orders do on their way in; answers how many rounds it took. */
export const aggregateHistory = async (table: Table, userId: string, now: number, orders: number): Promise<void> => {
  for (let aggregated = 0; aggregated < orders; aggregated += AGGREGATED_AT_ONCE)
    await extendAggregates({ table, history: ORDERS, userId }, now)
}

const CHUNK = 2_000
const LANES = 4
/** `extendTallies` makes eight stretches of a thousand in one run. */
const AGGREGATED_AT_ONCE = 8_000

type Random = ReturnType<typeof seededRandom>

/** As often as they stand here. */
const TYPES = [
  ['LIMIT', 'GTC'],
  ['LIMIT', 'GTC'],
  ['LIMIT', 'IOC'],
  ['MARKET', 'IOC'],
] as const

const pastOrder = (options: HistoryOptions, at: number, random: Random): Order => {
  const orderId = v7({ msecs: at })
  const [orderType, timeInForce] = random.pick(TYPES)
  const accepted = newOrder(
    {
      orderId,
      userId: options.userId,
      subaccountId: random.pick(options.subaccountIds),
      exchange: random.pick(EXCHANGE_NAMES),
      svcId: random.pick(options.svcIds),
      nativeId: 'KXHIGHNY-26NOV21-B45.5',
      shard: 0,
      orderType,
      timeInForce,
      qty: qty(random.whole(1, 50) * 1_000_000),
      buyFlag: random() < 0.6,
      price: price(random.whole(5, 95) * 10_000),
      expiresAt: null,
      clientOrderId: null,
    },
    at,
  )
  const sent = claim(
    accepted,
    { token: orderId, until: at + HOUR },
    { number: 1, identity: orderId, payload: '{"p":"0.4200"}', exchangeOrderIds: [] },
    at + 50,
  )
  const drawn = random()
  // One in a thousand never reached the exchange, one in twenty was refused there, a quarter was cancelled.
  if (drawn < 0.001) return endUnsent(accepted, 'EXPIRED', 'expired before it was sent', at + DAY)
  if (drawn < 0.05) return refuse(sent, { code: 'insufficient_balance', reason: 'Not enough money.' }, at + 100)
  const exchangeOrderId = v7({ msecs: at + 60 })
  if (drawn < 0.3) return applyStatusReport(sent, { exchangeOrderId, state: 'ended', filledQty: qty(0) }, at + HOUR)
  const received = applyStatusReport(sent, { exchangeOrderId, state: 'ended', filledQty: accepted.qty }, at + 100)
  return addFills(received, [fillOf(received, at + 100)], [], at + 2_000)
}

const fillOf = (order: Order, at: number): Fill => ({
  fillId: order.orderId,
  orderId: order.orderId,
  subaccountId: order.subaccountId,
  svcId: order.svcId,
  exchange: order.exchange,
  exchangeOrderId: order.exchangeOrderId ?? order.orderId,
  exchangeTradeId: order.orderId,
  exchangeAt: at,
  price: order.price ?? price(500_000),
  qty: order.qty,
  fee: money(17_000),
  buyFlag: order.buyFlag,
  isMaker: false,
  status: 'FINAL',
})
