/** Orders that count dollars instead of contracts. */

import type { EngineMarket } from '../ledger/engine-state.ts'
import { ONE } from './contract-cost.ts'

/**
 * How much `dollars` buy at `price` (of YES), cut down to a quantity whose cost is a whole millionth at every price of
 * the market, so that no trade ever rounds.
 */
export const qtyFor = (
  market: Pick<EngineMarket, 'bands'>,
  buyFlag: boolean,
  price: number,
  dollars: number,
): number => {
  const step = BigInt(Math.round(ONE / Math.min(...market.bands.map((band) => band.step))))
  const exact = (BigInt(dollars) * BigInt(ONE)) / BigInt(buyFlag ? price : ONE - price)
  return Number(exact - (exact % step))
}
