/** What one container remembers of the armed stops of one user on custom assets: his share of the watch. */

import type { Millis } from '#domain/kernel/time.ts'
import type { WatchedBasket, WatchedMarket } from '#ports/price-watch/watch-store.ts'

export interface ShareMemory {
  /** The stops that are known, by complex order, each with the pass over the list that saw it last. */
  readonly stops: Map<string, { readonly basket: WatchedBasket; readonly pass: number }>
  /** The members of all of them; null: to be put together again. */
  members: readonly WatchedMarket[] | null
  /** The pass over the list that is under way, or the last one. */
  pass: number
  /** The stop after which the pass goes on; null: at the first. */
  after: string | null
  reading: boolean
  /** When the last whole pass began; null before the first. */
  readAt: Millis | null
  /** How many stops were compared in this round, and where the next look goes on. */
  compared: number
  turn: number
  /** When the last whole round was completed, or the share was seen first. */
  comparedAt: Millis
  /** The stops were last seen to be none. */
  emptySince: Millis | null
}

/** The memory of a share that is seen for the first time. */
export const newShareMemory = (now: Millis): ShareMemory => ({
  stops: new Map(),
  members: null,
  pass: 0,
  after: null,
  reading: false,
  readAt: null,
  compared: 0,
  turn: 0,
  comparedAt: now,
  emptySince: null,
})

/** The markets of all stops of the share, each once, with the time when a stop on it was armed last. */
export const membersOf = (share: ShareMemory): readonly WatchedMarket[] => {
  if (share.members !== null) return share.members
  const each = new Map<number, WatchedMarket>()
  for (const { basket } of share.stops.values()) {
    for (const member of basket.members) {
      const known = each.get(member.svcId)
      if (known === undefined || known.armedAt < basket.armedAt)
        each.set(member.svcId, { ...member, armedAt: basket.armedAt })
    }
  }
  share.members = [...each.values()]
  return share.members
}
