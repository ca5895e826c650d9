/** The figures of live streams in words. */

import { type TimesOf, timesTable } from '../times-table.ts'
import type { CrowdFigures } from './measure-crowd.ts'
import type { CutFigures } from './play-cut-stream.ts'

export interface LiveFigures {
  readonly told: readonly TimesOf[]
  readonly orders: readonly TimesOf[]
  readonly crowd: CrowdFigures
  readonly minutes: number
  readonly cut: CutFigures
}

export const liveText = ({ told, orders, crowd, minutes, cut }: LiveFigures): string =>
  [
    timesTable("from the exchange's word to a client", told),
    timesTable('from the POST of an order to a client', orders),
    `${crowd.streams} streams with ${crowd.channelsEach} channels each take ${(crowd.mostMb - crowd.beforeMb).toFixed(0)} MB more (${crowd.beforeMb.toFixed(0)} MB before, ${crowd.mostMb.toFixed(0)} MB at most). They were told ${crowd.messages} messages in ${crowd.seconds.toFixed(0)} s.`,
    `A stream that was cut ${cut.cuts} times in ${minutes} minutes, while ${cut.orders} orders were placed (${cut.refused} more were refused): of ${cut.changes} changes in the log ${cut.missing} are missing, ${cut.misplaced} came twice or out of order.`,
  ].join('\n\n')
