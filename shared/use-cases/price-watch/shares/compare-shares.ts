/**
 * Compares the armed stops on custom assets with the prices of one look, each user's by themselves. A look compares for a moment only:
 * the next one goes on where it stopped. So many stops delay their own user, and no other.
 */

import type { Clock } from '#ports/kernel/clock.ts'
import type { WatchedBasket } from '#ports/price-watch/watch-store.ts'
import { atOnce } from '../../kernel/at-once.ts'
import type { ShareMemory } from './share-memory.ts'

/** The stops of one user that this run compares. */
export interface Share {
  readonly share: ShareMemory
  readonly baskets: readonly WatchedBasket[]
}

export interface CompareSharesDeps {
  readonly clock: Clock
}

/** How long one look compares the stops of one user. The first few are compared in any case. */
const COMPARE_FOR = 300

/** Stops between two looks at the clock. */
const TOGETHER = 32

const SHARES_AT_ONCE = 8

/** `compare` never throws. Users with few stops come first. */
export const compareShares = (
  deps: CompareSharesDeps,
  shares: readonly Share[],
  compare: (basket: WatchedBasket) => Promise<void>,
): Promise<void> =>
  atOnce(
    SHARES_AT_ONCE,
    shares.toSorted((one, other) => one.baskets.length - other.baskets.length),
    (share) => compareShare(deps, share, compare),
  )

const compareShare = async (
  { clock }: CompareSharesDeps,
  { share, baskets }: Share,
  compare: (basket: WatchedBasket) => Promise<void>,
): Promise<void> => {
  const began = clock()
  const from = baskets.length === 0 ? 0 : share.turn % baskets.length
  const inTurn = [...baskets.slice(from), ...baskets.slice(0, from)]
  let compared = 0
  do {
    const some = inTurn.slice(compared, compared + TOGETHER)
    await atOnce(TOGETHER, some, compare)
    compared += some.length
  } while (compared < baskets.length && clock() - began < COMPARE_FOR)
  share.turn = from + compared
  share.compared += compared
  if (share.compared < baskets.length) return
  share.compared = 0
  // A round over a list that is not read whole is no whole round.
  if (share.readAt !== null) share.comparedAt = began
}
