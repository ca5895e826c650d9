/** Chooses what goes first where only so many may be under way: each user has a fair share, and what a user leaves goes to the next in order. */

/** What waits, or is under way; null where its user is not known. */
export interface Owned {
  readonly owner: string | null
}

/**
 * Those of `waiting`, in their order, that may go now beside what is `underWay`. Each owner may have an equal part of `most` under way, also
 * while the others have more than theirs: so there are at most twice as many.
 */
export const fairlyChosen = <One extends Owned>(
  waiting: readonly One[],
  underWay: readonly Owned[],
  most: number,
): readonly One[] => {
  const counts = new Map<string | null, number>()
  const countOf = (owner: string | null): number => counts.get(owner) ?? 0
  for (const { owner } of underWay) counts.set(owner, countOf(owner) + 1)
  const owners = new Set([...waiting, ...underWay].map(({ owner }) => owner)).size
  const share = Math.max(1, Math.floor(most / owners))
  const chosen = new Set<One>()
  for (const one of waiting) {
    if (countOf(one.owner) >= share) continue
    counts.set(one.owner, countOf(one.owner) + 1)
    chosen.add(one)
  }
  let room = most - underWay.length - chosen.size
  for (const one of waiting) {
    if (room <= 0) break
    if (chosen.has(one)) continue
    chosen.add(one)
    room -= 1
  }
  return waiting.filter((one) => chosen.has(one))
}
