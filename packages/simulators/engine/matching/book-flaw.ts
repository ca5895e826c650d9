/** Why a book set by hand cannot be; null when it can. */

import type { EngineMarket } from '../ledger/engine-state.ts'
import { ONE } from './contract-cost.ts'
import type { BookLevel } from './order-book.ts'
import { isOnGrid } from './price-grid.ts'

export const flawIn = (market: EngineMarket, bids: readonly BookLevel[], asks: readonly BookLevel[]): string | null => {
  if (market.status !== 'active') return `${market.id} is ${market.status}`
  const off = [...bids, ...asks].find(
    ({ price, qty }) => !isOnGrid(market, price) || qty <= 0 || qty % market.lot !== 0,
  )
  if (off !== undefined) return `${off.price / ONE} × ${off.qty / ONE} is not on the grid of ${market.id}`
  const best = Math.max(...bids.map(({ price }) => price))
  const crossed = asks.some(({ price }) => price <= best)
  return crossed ? 'the book would be crossed' : null
}
