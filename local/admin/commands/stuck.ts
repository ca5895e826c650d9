/** `stuck`: work that waits longer than it should, and the reason. */

import { openTable } from '#adapters/store/engine/table.ts'
import type { QueueName } from '#ports/work/queues.ts'
import type { Command } from '../command.ts'
import { queueCounts } from '../environment/queue-counts.ts'
import { findStuck, MOST_STUCK } from '../stuck/find-stuck.ts'
import { textTable } from '../text-table.ts'

export const stuck: Command = {
  summary: 'lists orders, work and messages that wait longer than they should, and why',
  more: 'It ends with 1 if there are any. It changes nothing.',
  run: async ({ place, clock, print }) => {
    const found = await findStuck(openTable(place.table), clock())
    const rows = found.stuck.map(({ waits, what, why }) => [waits, what, why])
    const counts = await Promise.all(
      Object.keys(place.queues.urls).map((queue) => queueCounts(place, queue as QueueName)),
    )
    const queues = counts.filter(({ waiting, dead }) => waiting + dead > 0)
    if (rows.length > 0) print(textTable([['waits', 'what', 'why'], ...rows]))
    if (rows.length > 0 && queues.length > 0) print('')
    for (const { queue, waiting, taken, delayed, dead } of queues)
      print(`${queue}: ${waiting} messages wait, ${taken} are worked on, ${delayed} come later, ${dead} were put aside`)
    const isWrong = rows.length > 0 || queues.some(({ dead }) => dead > 0)
    if (!isWrong) print('Nothing waits longer than it should.')
    if (found.isCut) print(`Only the first ${MOST_STUCK} pieces of work were looked at.`)
    return isWrong ? 1 : 0
  },
}
