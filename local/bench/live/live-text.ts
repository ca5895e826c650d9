/** The figures of live streams in words. */

import { textTable } from '../text-table.ts'
import type { CrowdFigures } from './measure-crowd.ts'
import type { OrderFigure } from './measure-orders-told.ts'
import type { ToldFigure } from './measure-told.ts'
import type { CutFigures } from './play-cut-stream.ts'

export interface LiveFigures {
  readonly told: readonly ToldFigure[]
  readonly orders: readonly OrderFigure[]
  readonly crowd: CrowdFigures
  readonly minutes: number
  readonly cut: CutFigures
}

export const liveText = ({ told, orders, crowd, minutes, cut }: LiveFigures): string =>
  [
    tableOf("from the exchange's word to a client", told),
    tableOf('from the POST of an order to a client', orders),
    `${crowd.streams} streams with ${crowd.channelsEach} channels each take ${(crowd.mostMb - crowd.beforeMb).toFixed(0)} MB more (${crowd.beforeMb.toFixed(0)} MB before, ${crowd.mostMb.toFixed(0)} MB at most). They were told ${crowd.messages} messages in ${crowd.seconds.toFixed(0)} s.`,
    `A stream that was cut ${cut.cuts} times in ${minutes} minutes, while ${cut.orders} orders were placed (${cut.refused} more were refused): of ${cut.changes} changes in the log ${cut.missing} are missing, ${cut.misplaced} came twice or out of order.`,
  ].join('\n\n')

const tableOf = (title: string, figures: ReadonlyArray<ToldFigure | OrderFigure>): string =>
  textTable(
    [title, 'exchange', 'measured', 'p50 ms', 'p99 ms'],
    figures.map(({ exchange, what, count, p50, p99 }) => [
      what,
      exchange,
      String(count),
      p50.toFixed(0),
      p99.toFixed(0),
    ]),
  )
