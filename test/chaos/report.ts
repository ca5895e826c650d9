/** What a play did, in figures. */

import type { Played, PlayOptions } from './play.ts'
import type { Verdict } from './verdict.ts'

export const reportOf = (options: PlayOptions, played: Played, { orders, onTheirWay, rules }: Verdict): string => {
  const { client, reader, faults, starts, worst, requested, playedS } = played
  const made = Map.groupBy(client.accepted, ({ kind }) => kind)
  const ended = Map.groupBy(orders, ({ status }) => status)
  const rows = [
    ['seed', `${options.seed}; the same requests, faults and kills again: ${againCommand(options)}`],
    ['requests', `${requested} in ${Math.round(playedS)} s, repeated ${client.repeated()} times without an answer`],
    ['accepted', counted([...made].map(([kind, all]) => [kind, all.length]))],
    ['changes', `${client.changed()} accepted`],
    ['refused', counted([...client.refused])],
    ['orders', `${orders.length}: ${counted([...ended].map(([status, all]) => [status, all.length]))}`],
    ['kills', `${starts.length}, ready again after ${quantile(starts, 0.5)} ms (median)`],
    ['faults', counted([...faults].toSorted())],
    ['reads', `${reader.reads()}`],
    ['on their way', `p50 ${quantile(onTheirWay, 0.5)} ms, p95 ${quantile(onTheirWay, 0.95)} ms after their 202`],
    ['after faults', `the last order was on its way for ${(worst.ms / 1_000).toFixed(1)} s`],
    ...rules.map(({ rule, cases }) => ['rule', `${rule}: ${cases.length === 0 ? 'held' : cases.length}`]),
  ]
  return rows.map(([name = '', text = '']) => `${name.padEnd(13)} ${text}`).join('\n')
}

const againCommand = ({ seed, requests, perSecond, minutes, quietS }: PlayOptions): string =>
  `SEED=${seed} CHAOS_REQUESTS=${requests} CHAOS_PER_SECOND=${perSecond} CHAOS_MINUTES=${minutes} CHAOS_QUIET_S=${quietS} npm run test:long -- test/chaos`

const counted = (pairs: ReadonlyArray<readonly [string, number]>): string =>
  pairs.length === 0 ? 'none' : pairs.map(([name, count]) => `${count} ${name}`).join(', ')

const quantile = (values: readonly number[], part: number): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? 0)
