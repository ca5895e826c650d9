/** The rules that refuse a new order or an amendment. */

import type { EngineLedger } from '../ledger/engine-ledger.ts'
import type { EngineMarket, EngineOrder } from '../ledger/engine-state.ts'
import { crosses, ownSide } from './order-book.ts'
import { isOnGrid } from './price-grid.ts'
import type { Amendment, Refusal, Submission } from './submission.ts'

/** The reason why a new order is refused, money apart; null if there is none. */
export const submissionRefusal = (ledger: EngineLedger, submission: Submission, now: number): Refusal | null => {
  const { account, identity, price, buyFlag } = submission
  const market = ledger.markets.get(submission.market)
  if (identity !== null && ledger.isSpent(account, identity)) return 'identity_used'
  if (market === undefined) return 'market_unknown'
  if (market.status !== 'active') return 'market_not_active'
  if (!isOnGrid(market, price)) return 'off_grid'
  if (!isSizeAllowed(submission, market)) return 'bad_size'
  if (isOver(submission.expiresAt, now)) return 'already_expired'
  return submission.postOnly === true && wouldTake(ledger, market, { buyFlag, price }) ? 'post_only_cross' : null
}

/** The reason why an amendment is refused, money apart; null if there is none. */
export const amendmentRefusal = (
  ledger: EngineLedger,
  order: EngineOrder,
  amendment: Amendment,
  now: number,
): Refusal | null => {
  const market = ledger.markets.get(order.market)
  const { price, qty, identity } = amendment
  if (market === undefined || order.status !== 'resting') return 'order_unknown'
  if (market.status !== 'active') return 'market_not_active'
  if (!isOnGrid(market, price)) return 'off_grid'
  if (!isWholeLots(qty, market)) return 'bad_size'
  if (qty < order.filled) return 'below_filled'
  if (isOver(amendment.expiresAt, now)) return 'already_expired'
  if (order.postOnly && wouldTake(ledger, market, { buyFlag: order.buyFlag, price })) return 'post_only_cross'
  return identity !== undefined && identity !== order.identity && ledger.isSpent(order.account, identity)
    ? 'identity_used'
    : null
}

/** True if an order at this price would trade at once. */
export const wouldTake = (
  ledger: EngineLedger,
  market: EngineMarket,
  { buyFlag, price }: { readonly buyFlag: boolean; readonly price: number },
): boolean => {
  const [best] = ownSide(ledger.bookOf(market.id), !buyFlag)
  return best !== undefined && crosses(buyFlag, price, best)
}

/** The size of an order that counts dollars follows from its trades. */
const isSizeAllowed = ({ spend, qty }: Submission, market: EngineMarket): boolean =>
  spend !== undefined || (isWholeLots(qty, market) && qty > 0)

const isWholeLots = (qty: number, { lot }: EngineMarket): boolean => Number.isSafeInteger(qty) && qty % lot === 0

const isOver = (expiresAt: number | null | undefined, now: number): boolean => expiresAt != null && expiresAt <= now
