/** The prices a market takes. */

import type { EngineMarket } from '../ledger/engine-state.ts'
import { ONE } from './contract-cost.ts'

/** True if the price is strictly inside 0..1 and on one of the market's steps. */
export const isOnGrid = (market: Pick<EngineMarket, 'bands'>, price: number): boolean =>
  Number.isSafeInteger(price) &&
  price > 0 &&
  price < ONE &&
  market.bands.some(({ start, end, step }) => price >= start && price <= end && (price - start) % step === 0)
