/** How long exits track the position that their parent entered. */

import { sumOf } from '../../kernel/numbers.ts'
import type { Millis } from '../../kernel/time.ts'
import { flooredToLot } from '../../markets/lot-size.ts'
import { sizeOf } from './exit-claims.ts'
import { isDone, isEndedWithAll, soldBy } from './exit-progress.ts'
import type { Entry, Exit } from './exits.ts'

/** Returns whether exits still work, or may have to work again because a trade that closed the position may be reversed. */
export const tracksPosition = (entry: Entry, exits: readonly Exit[], now: Millis): boolean =>
  haveWork(entry, exits) || now < reopensUntil(entry, exits)

/**
 * The end of the time in which a reversed trade can open the position again. A trade that closed the position came before its exits ended.
 * 0 if no trade can be reversed, or no exit would work then.
 */
export const reopensUntil = ({ closed, reversibleFor, closedMarkets }: Entry, exits: readonly Exit[]): Millis => {
  if (closed === 0 || reversibleFor === 0 || closedMarkets === 'all') return 0
  const changes = exits
    .filter(mayWorkAgain)
    .flatMap(({ changedAt, orders }) => [changedAt, ...orders.map(({ endedAt }) => endedAt)])
  return Math.max(0, ...changes) + reversibleFor
}

const mayWorkAgain = (exit: Exit): boolean =>
  exit.status === 'CANCELLED' ? exit.replaceable : exit.status === 'TRIGGERED' && !isDone(exit)

/** Returns whether an exit waits, has an order, or may need another one. */
export const haveWork = (entry: Entry, exits: readonly Exit[]): boolean => {
  if (entry.closedMarkets === 'all') return exits.some(({ orders }) => orders.some(({ state }) => state === 'open'))
  const unsold = entry.bought - sumOf(exits, soldBy)
  return exits.some((exit) => hasWork(exit, !entry.over || flooredToLot(sizeOf(entry, exit), unsold) > 0))
}

const hasWork = (exit: Exit, isLeft: boolean): boolean => {
  if (exit.status === 'PENDING' || exit.status === 'ACTIVE') return true
  if (isLeft && isEndedWithAll(exit)) return true
  if (exit.status !== 'TRIGGERED' || isDone(exit)) return false
  return isLeft || exit.orders.some(({ state }) => state !== 'ended')
}
