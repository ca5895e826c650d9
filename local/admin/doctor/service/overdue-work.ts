/** Checks whether work waits longer than the sweeper allows, and whether orders wait for their send or its outcome. */

import { dueWork } from '#adapters/store/work/due-work.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import { findStuck, LATE_AFTER, type Stuck } from '../../stuck/find-stuck.ts'
import { type Examination, ill, note, well } from '../finding.ts'

const MOST = 200
/** Orders shown; `stuck` lists all. */
const SHOWN = 5

export const overdueWork: Examination = {
  what: 'work',
  ifBlind: 'Check that the service runs, and that you may read the table and its indexes.',
  look: async ({ table, now }) => {
    const [late, { stuck }] = await Promise.all([dueWork(table, now - LATE_AFTER, MOST), findStuck(table, now)])
    const held = stuck.filter(({ kind }) => kind === 'held')
    const orders = stuck.filter(({ kind }) => kind === 'unknown' || kind === 'unsent')
    if (late.length === 0 && orders.length === 0 && held.length === 0)
      return [well('nothing is overdue, and no order waits for its send or its outcome')]
    return [
      ...overdue(late, now),
      ...orders.slice(0, SHOWN).map(stuckOrder),
      ...others(orders.length - SHOWN),
      ...heldByExchange(held),
    ]
  },
}

const overdue = (late: ReadonlyArray<{ readonly dueAt: number }>, now: number) => {
  if (late.length === 0) return []
  const oldest = Math.min(...late.map(({ dueAt }) => dueAt))
  const count = late.length === MOST ? `${MOST} pieces or more` : `${late.length}`
  return [
    ill(
      `Overdue for more than two minutes: ${count}, the oldest for ${Math.round((now - oldest) / MINUTE)} minutes.`,
      'npm run admin -- stuck says what and why.',
    ),
  ]
}

const stuckOrder = ({ kind, what, waits, why }: Stuck) => {
  const [, id = ''] = what.split(' ')
  const look = `npm run admin -- trace ${id}`
  return kind === 'unknown'
    ? ill(
        `Outcome of ${what} unknown for ${waits}: ${sentence(why)}`,
        `Do not place it again. execute-order looks it up; ${look} shows its identity, by which the exchange's own page finds it.`,
      )
    : ill(`${what} not sent for ${waits}: ${sentence(why)}`, `${look} shows each try of execute-order.`)
}

const sentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`)

const others = (count: number) =>
  count <= 0 ? [] : [ill(`${count} more orders wait.`, 'npm run admin -- stuck lists all.')]

/** The service sends these later, for example when trading continues. */
const heldByExchange = ([first, ...rest]: readonly Stuck[]) => {
  if (first === undefined) return []
  const more = rest.length === 0 ? '' : ` So do ${rest.length} more: npm run admin -- stuck lists all.`
  return [
    note(
      `${first.what} waits for ${first.waits}, because its exchange does not take it: ${sentence(first.why)}${more}`,
    ),
  ]
}
