/** Members of an order on a custom asset that get no further order, because of how their legs ended. */

import { type Millis, SECOND } from '../kernel/time.ts'
import type { Market } from '../markets/market.ts'
import { isCancelledByUser } from '../orders/cancel/cancelled-by-user.ts'
import type { Order } from '../orders/order.ts'
import { asRefusing, type Refusing } from '../orders/refusals/refusing.ts'
import { endsWhereRefused } from '../orders/send/waits-or-ends.ts'
import type { SkippedMember } from './basket-order.ts'

type Member = Pick<Market, 'svcId' | 'exchange' | 'shard'>

/** Returns the members that get no order now, each with its reason. `made` are all legs so far. */
export const excludedMembers = (
  made: readonly Order[],
  members: readonly Member[],
  now: Millis,
): readonly SkippedMember[] => {
  const own = made
    .filter(isExcluded)
    .map(({ svcId, status, rejectReason }) =>
      status === 'REJECTED'
        ? { svcId, code: 'rejected', reason: rejectReason ?? 'The exchange has refused its order.' }
        : { svcId, code: 'cancelled', reason: 'Its order was cancelled by the user.' },
    )
  const refused = made.filter((leg) => isRefused(leg) && !(mayBeRetried(made) && now >= leg.updatedAt + RETRY_AFTER))
  const shared = members.flatMap((member) => {
    const leg = refused.find((one) => covers(one, member))
    return leg === undefined ? [] : [inWords(member, leg)]
  })
  return [...own, ...shared]
}

/** Returns whether the exchange or the market took no orders, so that the refusal says nothing about the leg itself. */
export const isRefused = (leg: Order): boolean => refusalOf(leg) !== null

/**
 * Returns whether refused members are tried again: only while no other leg could be sent. Else the order continues without them, and ends
 * without waiting for them.
 */
export const mayBeRetried = (made: readonly Order[]): boolean => made.length > 0 && made.every(isRefused)

/** Time until a refused member is tried again, in ms. */
const RETRY_AFTER = 5 * SECOND

/** Returns whether the member gets no further order: its exchange has refused one, or the user has cancelled one. */
const isExcluded = (leg: Order): boolean =>
  leg.status === 'REJECTED' || (leg.status === 'CANCELLED' && isCancelledByUser(leg.cancelReason))

const refusalOf = ({ status, cancelReason, origin }: Order): Refusing | null =>
  status === 'CANCELLED' && endsWhereRefused({ origin }) ? asRefusing(cancelReason) : null

/** Returns whether the refusal of the leg holds for the member. A pause may be limited to one shard. */
const covers = (leg: Order, { svcId, exchange, shard }: Member): boolean =>
  leg.svcId === svcId ||
  (refusalOf(leg) !== 'market_paused' &&
    leg.exchange === exchange &&
    (leg.shard === shard || refusalOf(leg) === 'exchange_refuses'))

const inWords = ({ svcId, exchange }: Member, leg: Order): SkippedMember => {
  switch (refusalOf(leg)) {
    case 'market_paused':
      return { svcId, code: 'market_paused', reason: 'The market takes no orders at the moment.' }
    case 'exchange_unavailable':
      return { svcId, code: 'exchange_unavailable', reason: `${exchange} does not answer.` }
    case 'exchange_refuses':
      return { svcId, code: 'exchange_refuses', reason: `${exchange} refuses all orders from here.` }
    default:
      return { svcId, code: 'exchange_paused', reason: `${exchange} takes no orders at the moment.` }
  }
}
