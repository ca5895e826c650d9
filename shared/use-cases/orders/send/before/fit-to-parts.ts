/** Makes an order what its parts are for, where the account can offer less than was asked for. */

import { add, remaining, smallest, sumOf } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { replacedQty } from '#domain/orders/fills/whole-report.ts'
import type { Order } from '#domain/orders/order.ts'
import { isRestingExit } from '#domain/orders/origin.ts'
import { onlyReduces } from '#domain/orders/position/reducible.ts'
import type { Preparation } from '#domain/orders/send/send-outcome.ts'
import { offerLess, putOff, reduceTo } from '#domain/orders/transitions.ts'

/** How often an exit looks again, a second later each time: an order that acts at once gives back soon what it does not sell, and reads lag. */
const BELIEVED_AFTER = 4

/** `order` is as it goes out; put off (`isPutOff`) where it is worth a second to look again. */
export interface Fitted {
  readonly order: Order
  readonly isPutOff: boolean
}

/** Other orders are for what was asked, whatever their parts are for: what they cannot trade ends with them. */
export const fitToParts = (
  order: Order,
  { parts, offeredBeside }: Pick<Extract<Preparation, { kind: 'ready' }>, 'parts' | 'offeredBeside'>,
  now: Millis,
): Fitted => {
  if (parts === undefined) return { order, isPutOff: false }
  const offered = sumOf(parts, ({ qty }) => qty)
  if (onlyReduces(order)) return { order: reduceTo(order, add(offered, replacedQty(order)), now), isPutOff: false }
  const lacking = remaining(order.qty, offered)
  if (lacking === 0 || !isRestingExit(order)) return { order, isPutOff: false }
  if (order.retries < BELIEVED_AFTER) return { order: putOff(order, LESS, SECOND, now), isPutOff: true }
  const beside = smallest(lacking, offeredBeside ?? lacking)
  return { order: offerLess(order, offered, remaining(lacking, beside), now), isPutOff: false }
}

const LESS = 'the account has less to sell than this exit is to; looking again'
