/** An exchange small enough for thousands of plays: it books orders, fills them on request, and knows the true state. */

import { money, price, qty } from '#domain/kernel/numbers.ts'
import type { Fill, FillStatus } from '#domain/orders/fills/fill.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderStatusReport } from '#domain/orders/transitions/apply-status-report.ts'

export interface Booked {
  readonly order: Order
  /** On the book. */
  live: boolean
  readonly fills: Fill[]
}

export const smallExchange = (clock: () => number) => {
  const booked = new Map<string, Booked>()
  let trades = 0

  const matched = (orderId: string): number =>
    sum(booked.get(orderId)?.fills.filter(({ status }) => status !== 'REVERSED'))
  const everMatched = (orderId: string): number => sum(booked.get(orderId)?.fills)
  const open = (orderId: string): number => {
    const one = booked.get(orderId)
    return one?.live === true ? one.order.qty - everMatched(orderId) : 0
  }

  const fill = (orderId: string, expected: number): void => {
    const one = booked.get(orderId)
    const amount = Math.min(expected, open(orderId))
    if (one === undefined || amount <= 0) return
    trades += 1
    const { subaccountId, svcId, exchange, buyFlag } = one.order
    one.fills.push({
      fillId: `trade-${trades}`,
      orderId,
      subaccountId,
      svcId,
      exchange,
      exchangeOrderId: orderId,
      exchangeTradeId: `trade-${trades}`,
      exchangeAt: clock(),
      price: price(500_000),
      qty: qty(amount),
      fee: money(0),
      buyFlag,
      isMaker: true,
      status: exchange === 'EXCHANGE_B' ? 'PROVISIONAL' : 'FINAL',
    })
    if (open(orderId) === 0) one.live = false
  }

  return {
    booked,
    has: (orderId: string): boolean => booked.has(orderId),
    /** Quantity that was matched and not taken back. */
    matched,
    /** Quantity that may still fill. */
    open,
    fill,
    /** Takes an order under its identity, once; one that acts now trades that share of it and is over. */
    submit: (order: Order, share: number): void => {
      if (booked.has(order.orderId)) return
      booked.set(order.orderId, { order, live: true, fills: [] })
      if (order.timeInForce !== 'IOC') return
      fill(order.orderId, Math.floor((order.qty * share) / 1_000_000) * 1_000_000)
      close(order.orderId)
    },
    close,
    /** Settles the oldest open trade of the order. */
    settle: (orderId: string, status: FillStatus): void => {
      const fills = booked.get(orderId)?.fills ?? []
      const at = fills.findIndex((one) => one.status === 'PROVISIONAL')
      const found = fills[at]
      if (found !== undefined) fills[at] = { ...found, status }
    },
    /** Status of an order, including trades that were taken back, as EXCHANGE_B may count them. */
    word: (orderId: string): OrderStatusReport | null => {
      const one = booked.get(orderId)
      if (one === undefined) return null
      return { exchangeOrderId: orderId, state: one.live ? 'live' : 'ended', filledQty: qty(everMatched(orderId)) }
    },
  }

  function close(orderId: string): void {
    const one = booked.get(orderId)
    if (one !== undefined) one.live = false
  }
}

const sum = (fills: readonly Fill[] = []): number => fills.reduce((total, one) => total + one.qty, 0)
