/** An event of the stream in one line. */

import type { ComplexOrder, MarketEvent, Order, StreamEvent } from '../../trading-client.ts'
import { marketCell, timeCell } from './cells.ts'
import { exact, priceText } from './numbers.ts'
import { printable } from './printable.ts'

export const eventLine = (event: StreamEvent | MarketEvent): string =>
  printable([timeCell(event.timestamp), ...wordsOf(event)].filter((word) => word !== '').join('  '))

const wordsOf = (event: StreamEvent | MarketEvent): readonly string[] => {
  switch (event.type) {
    case 'order.created':
    case 'order.updated':
      return orderWords(event.data)
    case 'order.filled':
    case 'fill.reversed': {
      const { buy_flag, qty, price, svc_order_id } = event.data
      const verb = event.type === 'order.filled' ? 'filled' : 'fill reversed'
      return [
        verb,
        `${sideOf(buy_flag)} ${exact(qty)} at ${priceText(price)}`,
        marketCell(event.data),
        svc_order_id ?? '',
      ]
    }
    case 'complex_order.updated':
      return complexWords(event.data, event.data.status)
    case 'complex_order.exit_incomplete':
      return complexWords(event.data, 'EXIT INCOMPLETE')
    case 'market.decided':
    case 'position.settled': {
      const { position, payout } = event.data
      const pays = payout === null ? '' : `, pays ${exact(payout)} dollars`
      return [
        event.type === 'market.decided' ? 'decided' : 'settled',
        `${exact(position)} held${pays}`,
        marketCell(event.data),
      ]
    }
    case 'subaccount.halted':
      return ['trading halted', event.data.name]
    case 'subaccount.resumed':
      return ['trading resumed', event.data.name]
    case 'quote': {
      const { svc_id, best_bid, bid_qty, best_ask, ask_qty } = event.data
      return [
        'quote',
        String(svc_id),
        `bid ${offer(best_bid, bid_qty)}`,
        `ask ${offer(best_ask, ask_qty)}`,
        event.message ?? '',
      ]
    }
    case 'book':
    case 'trades':
      return [event.channel]
  }
}

const sideOf = (isBuy: boolean): string => (isBuy ? 'buy' : 'sell')

const offer = (price: number | null, qty: number | null): string =>
  price === null ? 'none' : `${priceText(price)} x ${exact(qty ?? 0)}`

const orderWords = (order: Order): readonly string[] => {
  const at = order.price === null ? '' : ` at ${priceText(order.price)}`
  const terms = `${sideOf(order.buy_flag)} ${exact(order.qty)}${at}, ${exact(order.traded_qty)} filled`
  return [order.status, terms, marketCell(order), order.reject_reason ?? order.cancel_reason ?? '', order.svc_order_id]
}

const complexWords = (order: ComplexOrder, status: string): readonly string[] => [
  order.complex_order_subtype ?? order.complex_order_type,
  status,
  marketCell(order),
  order.cancel_reason ?? '',
  order.complex_order_id,
]
