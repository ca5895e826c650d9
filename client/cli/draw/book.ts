/** An orderbook as a ladder: asks above, bids below, a bar for the quantity at each price. */

import type { Orderbook } from '../../trading-client.ts'
import { exact, priceText } from './numbers.ts'

type Side = Orderbook['orderbook']['bids']

export const drawBook = ({ orderbook }: Orderbook, width = 72): string => {
  const { bids, asks, best_bid_price: bid, best_ask_price: ask } = orderbook
  const all = [...bids, ...asks]
  if (all.length === 0) return 'The book is empty.'
  const prices = Math.max(...all.map(({ price }) => priceText(price).length))
  const quantities = Math.max(...all.map(({ qty }) => exact(qty).length))
  const room = Math.max(4, width - prices - quantities - 10)
  const most = Math.max(...all.map(({ qty }) => qty))
  const rows = (side: Side, word: string, mark: string): string[] =>
    side.map(({ price, qty }) => {
      const bar = mark.repeat(Math.max(1, Math.round((qty / most) * room)))
      return `${word}  ${priceText(price).padStart(prices)}  ${exact(qty).padStart(quantities)}  ${bar}`
    })
  return [...rows([...asks].reverse(), 'ask', '░'), between(bid, ask), ...rows(bids, 'bid', '█')].join('\n')
}

const between = (bid: number | null, ask: number | null): string => {
  if (bid === null) return '---  no bids'
  if (ask === null) return '---  no asks'
  return `---  spread ${priceText(ask - bid)}, middle ${priceText((ask + bid) / 2)}`
}
