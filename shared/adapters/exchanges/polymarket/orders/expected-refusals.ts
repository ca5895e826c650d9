/** Refusals that can be expected before an order is sent. */

import { ONE } from '#domain/kernel/numbers.ts'
import type { ExpectedRefusal, OrderPreconditions, OutboundOrder } from '#domain/orders/send/send-outcome.ts'
import { inWords, readError } from '../http/errors.ts'

/**
 * Checks post-only orders that would trade, the least value of an immediate purchase, and the cash of the wallet
 * (Polymarket reference, sections 3.5 and 3.7). Price and quantity are checked when the order is prepared.
 */
export const expectedRefusals = (
  order: Pick<OutboundOrder, 'nativeId' | 'postOnly'>,
  { stake, cashNeeded, cashFree, takes }: OrderPreconditions,
): readonly ExpectedRefusal[] => [
  ...(order.postOnly && takes ? [inWords('would_cross', order, CROSSES, 400)] : []),
  ...(!order.postOnly && takes && stake > 0 && stake < ONE
    ? [inWords('value_below_minimum', order, TOO_LITTLE, 400)]
    : []),
  ...(cashFree !== null && cashNeeded > cashFree ? [inWords('insufficient_balance', order, NOT_ENOUGH, 400)] : []),
]

const CROSSES = readError({ error: 'invalid post-only order: order crosses book' })
const TOO_LITTLE = readError({ error: 'invalid amount for a marketable BUY order' })
const NOT_ENOUGH = readError({ error: 'not enough balance / allowance' })
