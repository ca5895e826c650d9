/** Finds work that is overdue because a message was lost, a consumer died or the exchange was away, and has it swept round by round. */

import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { logged } from '#ports/kernel/log.ts'
import type { DueWork } from '#ports/work/work-store.ts'
import { atOnce } from '../kernel/at-once.ts'
import { WORK_LOG } from '../work/log-messages.ts'
import { readTogether } from './read-together.ts'
import { type SweepItemDeps, sweepItem } from './sweep-item.ts'

/** Each round reads for its pieces. */
export type SweepWorkDeps = Omit<SweepItemDeps, 'read'>

/** How much of each partition one round looks at, from either end. */
const SHARE = 50

/** How much one round takes on at most: a quarter of a second's work. */
const ONE_ROUND = 160

/** How long a round begins pieces of work, because what must act now is looked for before each round. The rest is met by the next one. */
const ROUND_LASTS = SECOND / 2

/** Pieces of work at the same time. */
const PIECES_AT_ONCE = 32

/** How long a sweep goes on while something is due; the next one begins ten seconds later. */
const ONE_SWEEP = 9 * SECOND

/** How long what was found due stands: until then only what must act now is looked for. */
const FOUND_FOR = 2 * SECOND

/** Goes on until nothing is due or its time is used. Answers how many pieces of work it took on. */
export const sweepWork = async (deps: SweepWorkDeps): Promise<number> => {
  const until = deps.clock() + ONE_SWEEP
  // The index lags: what was taken on is met there once more.
  const taken = new Set<string>()
  let found: Found | null = null
  let size = ONE_ROUND
  while (deps.clock() < until) {
    found = await lookFor(deps, found, taken)
    const round = found.due.slice(0, size)
    if (round.length === 0) break
    const read = await readTogether(deps, round)
    const beganAt = deps.clock()
    const begun = new Set<DueWork>()
    await atOnce(PIECES_AT_ONCE, round, async (work) => {
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

/** What was found due and is not taken on, the most urgent first. */
interface Found {
  readonly due: readonly DueWork[]
  readonly at: Millis
  /** Nothing else was due. */
  readonly isAll: boolean
}

/** Everything is looked for when what was found is used up or old. Before that, only what must act now. */
const lookFor = async (
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

/** What a round does not come to is read in vain: it takes on as much as goes into four fifths of its time. Few pieces tell nothing. */
const nextSize = (
  size: number,
  { begun, isCut, took }: { readonly begun: number; readonly isCut: boolean; readonly took: Millis },
): number => {
  if (!isCut && begun < 2 * PIECES_AT_ONCE) return size
  return Math.max(PIECES_AT_ONCE, Math.min(ONE_ROUND, Math.floor((begun * ROUND_LASTS * 0.8) / Math.max(1, took))))
}

/** One piece of work at one date: with another date it is due anew. */
const nameOf = (work: DueWork): string => JSON.stringify(work)

/** Each item stands for itself: one that fails is reported and put off, and the others go on. */
const sweepAlone = async (deps: SweepItemDeps, work: DueWork): Promise<void> => {
  try {
    await sweepItem(deps, work)
  } catch (error) {
    deps.log.error(WORK_LOG.notSwept, { ...work, error: String(error) })
    await putOffFailed(deps, work)
  }
}

/** Where its due date has moved already, it stays as it is. */
const putOffFailed = async (deps: SweepWorkDeps, work: DueWork): Promise<void> => {
  await deps.work
    .putOff(work, deps.clock() + MINUTE)
    .catch(logged(deps.log, 'error', 'overdue work cannot be put off', work))
}
