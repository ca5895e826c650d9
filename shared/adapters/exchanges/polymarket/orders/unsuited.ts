/** Refusals of this adapter before anything is sent: price and quantity that do not suit the market, and shares that are missing. */

import { ONE, type Price, type Qty, toDecimal } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { NOTHING_TO_REDUCE } from '#domain/orders/instructions.ts'
import { mayRest } from '#domain/orders/may-rest.ts'
import type { Order } from '#domain/orders/order.ts'
import { isRestingExit } from '#domain/orders/origin.ts'
import { onlyReduces } from '#domain/orders/position/reducible.ts'
import type { Preparation } from '#domain/orders/send/send-outcome.ts'
import { LOT } from '../http/wire-amounts.ts'

type Outcome = Exclude<Preparation, { kind: 'ready' }>

/** Rules of the market, in millionths. */
export interface SizeRules {
  readonly tick: number
  readonly minSize: number
}

/** Checks price and quantity against the market's own rules (Polymarket reference, section 3.4). */
export const unsuitedTo = (market: SizeRules, order: Order, limit: Price): Outcome | null => {
  const tick = toDecimal(market.tick)
  const isOnTick = limit % market.tick === 0 && limit >= market.tick && limit <= ONE - market.tick
  if (!isOnTick)
    return refused(
      'price_off_tick',
      `The price ${toDecimal(limit)} is not a multiple of ${tick} from ${tick} to ${toDecimal(ONE - market.tick)}.`,
    )
  if (order.qty % LOT !== 0)
    return refused(
      'qty_off_lot',
      `The quantity ${toDecimal(order.qty)} is not a multiple of 0.01 contract, the exchange's step.`,
    )
  if (order.qty === 0 || (mayRest(order) && order.qty < market.minSize))
    return refused(
      'qty_below_minimum',
      `The quantity ${toDecimal(order.qty)} is below the market's minimum of ${toDecimal(market.minSize)} contracts for orders ` +
        'that rest. An order that acts at once may be smaller: send MARKET, or time_in_force IOC or FOK.',
    )
  if (order.qty >= TOO_MANY) return refused('qty_above_maximum', ABOVE_MAXIMUM)
  return null
}

/** Size from which an answer may be in shares or in millionths of a share (see `toShares`). */
const TOO_MANY = 1_000_000 * ONE
const ABOVE_MAXIMUM =
  'A single order on this exchange has to be below one million contracts, because the exchange’s answers are ambiguous ' +
  'from there on. Send several orders.'

/**
 * Waits for shares, which arrive once the entry has settled, and for balances, which are late. A young order tries
 * again while it has time to act.
 */
export const nothingToClose = (order: Order, held: { readonly offered: Qty }, now: Millis): Outcome => {
  if (held.offered > 0 && isRestingExit(order))
    return { kind: 'later', reason: 'Other open orders offer the shares that this exit is to sell.' }
  const patience = order.sendBy === null ? MINUTE : (order.sendBy - order.createdAt) / 2
  if (now - order.createdAt < patience) return { kind: 'later', reason: 'The shares to sell have not arrived yet.' }
  return onlyReduces(order)
    ? refused(
        NOTHING_TO_REDUCE,
        'The order may only reduce a position, and the account has too little of it free to sell.',
      )
    : refused('nothing_to_exit', 'The account holds too little of what this exit would close.')
}

/** Why a FOK that closes and opens is refused. */
export const TWO_PARTS =
  'Part of the quantity would close what is held and part would open the other side: two orders at the exchange, which ' +
  'cannot be filled or killed as one. Send two orders, or another time_in_force.'

const refused = (code: string, reason: string): Outcome => ({ kind: 'refused', code, reason })
