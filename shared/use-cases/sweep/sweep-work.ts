/** Finds work that is overdue because a message was lost, a consumer died or the exchange was away, and has it swept round by round. */

import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { OtherAccounts } from '#ports/accounts/other-accounts.ts'
import { logged } from '#ports/kernel/log.ts'
import type { DueWork } from '#ports/work/work-store.ts'
import { mapConcurrent } from '../kernel/map-concurrent.ts'
import { WORK_LOG } from '../work/log-messages.ts'
import { readTogether } from './read-together.ts'
import type { SweepItemDeps } from './sweep-deps.ts'
import { sweepItem } from './sweep-item.ts'

/** Each round reads for its pieces. */
export type SweepWorkDeps = Omit<SweepItemDeps, 'read'>

/** How much of each partition one round looks at, from either end. */
const SHARE = 50

/** How much one round takes on at most: a quarter of a second's work. */
const ONE_ROUND = 160

/** Time in which a round begins work. Each round first looks for urgent work; the next round does the rest. */
const ROUND_LASTS = SECOND / 2

/** Pieces of work at the same time. */
const PIECES_AT_ONCE = 32

/** Longest time of a sweep with due work; the next sweep begins ten seconds later. */
const ONE_SWEEP = 9 * SECOND

/** Time for which found work is used. Until then only urgent work is looked for. */
const FOUND_FOR = 2 * SECOND

/** Sweeps until no work is due or the time is used. Returns the number of pieces of work. */
export const sweepWork = async (deps: SweepWorkDeps): Promise<number> => {
  const until = deps.clock() + ONE_SWEEP
  // The index lags: work of this sweep may be found there again.
  const taken = new Set<string>()
  let found: Found | null = null
  let size = ONE_ROUND
  while (deps.clock() < until) {
    found = await findWork(deps, found, taken)
    const round = found.due.slice(0, size)
    if (round.length === 0) break
    const read = await readTogether(deps, round)
    const beganAt = deps.clock()
    const begun = new Set<DueWork>()
    await mapConcurrent(PIECES_AT_ONCE, round, async (work) => {
      if (deps.clock() >= beganAt + ROUND_LASTS) return
      begun.add(work)
      taken.add(nameOf(work))
      await sweepAlone({ ...deps, read }, work)
    })
    found = { ...found, due: found.due.filter((work) => !begun.has(work)) }
    // No partition had more than was looked at: what falls due meanwhile is met by the next sweep.
    if (found.isAll && found.due.length === 0) break
    size = nextSize(size, { begun: begun.size, isCut: begun.size < round.length, took: deps.clock() - beganAt })
  }
  if (taken.size > 0) deps.log.metric('WorkSwept', taken.size)
  return taken.size
}

/** Found work that is not begun, the most urgent first. */
interface Found {
  readonly due: readonly DueWork[]
  readonly at: Millis
  /** True if no other work was due. */
  readonly isAll: boolean
}

/** Looks for all work if the found work is used up or old; else only for urgent work. */
const findWork = async (
  { work, clock }: SweepWorkDeps,
  last: Found | null,
  taken: ReadonlySet<string>,
): Promise<Found> => {
  const now = clock()
  if (last === null || last.due.length === 0 || now - last.at >= FOUND_FOR) {
    const due = await work.take(now, SHARE)
    return { due: due.filter((one) => !taken.has(nameOf(one))), at: now, isAll: due.length < SHARE }
  }
  const known = new Set(last.due.map(nameOf))
  const urgent = (await work.takeUrgent(now, SHARE)).filter((one) => !taken.has(nameOf(one)) && !known.has(nameOf(one)))
  return { ...last, due: [...urgent, ...last.due] }
}

/**
 * Returns the size of the next round: as many pieces as fit in four fifths of its time, because objects are read in
 * vain otherwise. A small round says nothing about that.
 */
const nextSize = (
  size: number,
  { begun, isCut, took }: { readonly begun: number; readonly isCut: boolean; readonly took: Millis },
): number => {
  if (!isCut && begun < 2 * PIECES_AT_ONCE) return size
  return Math.max(PIECES_AT_ONCE, Math.min(ONE_ROUND, Math.floor((begun * ROUND_LASTS * 0.8) / Math.max(1, took))))
}

/** Time after which work of other accounts is looked at again: the kind of accounts of the service may have changed. */
const OTHER_ACCOUNTS_AFTER = 10 * MINUTE

/** One piece of work at one date: with another date it is due anew. */
const nameOf = (work: DueWork): string => JSON.stringify(work)

/** Sweeps one item. A failure is logged and postponed, and the other items continue. */
const sweepAlone = async (deps: SweepItemDeps, work: DueWork): Promise<void> => {
  try {
    await sweepItem(deps, work)
  } catch (error) {
    if (error instanceof OtherAccounts) return postpone(deps, work, OTHER_ACCOUNTS_AFTER)
    deps.log.error(WORK_LOG.notSwept, { ...work, error: String(error) })
    await postpone(deps, work, MINUTE)
  }
}

/** Leaves a due date that has moved already. */
const postpone = async (deps: SweepWorkDeps, work: DueWork, ms: Millis): Promise<void> => {
  await deps.work
    .reschedule(work, deps.clock() + ms)
    .catch(logged(deps.log, 'error', 'overdue work cannot be put off', work))
}
