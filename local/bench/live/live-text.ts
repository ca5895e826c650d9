/** The figures of live streams in words. */

import { textTable } from '../text-table.ts'
import type { CrowdFigures } from './measure-crowd.ts'
import type { ToldFigure } from './measure-told.ts'
import type { CutFigures } from './play-cut-stream.ts'

export const liveText = (told: readonly ToldFigure[], crowd: CrowdFigures, minutes: number, cut: CutFigures): string =>
  [
    textTable(
      ["from the exchange's word to a client", 'exchange', 'measured', 'p50 ms', 'p99 ms'],
      told.map(({ exchange, what, count, p50, p99 }) => [
        what,
        exchange,
        String(count),
        p50.toFixed(0),
        p99.toFixed(0),
      ]),
    ),
    `${crowd.streams} streams with ${crowd.channelsEach} channels each take ${(crowd.mostMb - crowd.beforeMb).toFixed(0)} MB more (${crowd.beforeMb.toFixed(0)} MB before, ${crowd.mostMb.toFixed(0)} MB at most). They were told ${crowd.messages} messages in ${crowd.seconds.toFixed(0)} s.`,
    `A stream that was cut ${cut.cuts} times in ${minutes} minutes, while ${cut.orders} orders were placed: of ${cut.changes} changes in the log ${cut.missing} are missing, ${cut.misplaced} came twice or out of order.`,
  ].join('\n\n')
