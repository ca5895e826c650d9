/** Finds the markets that a stream subscribes to, and starts the price watch if necessary. */

import { type Problem, problem } from '#domain/kernel/problem.ts'
import { type Listened, marketChannelIn } from '#domain/streams/market-channel.ts'
import { MOST_LISTENED, type Stream, withoutChannels } from '#domain/streams/stream.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { StreamStore } from '#ports/streams/stream-store.ts'
import { type BeginWatchDeps, beginWatch } from '../work/begin-watch.ts'

export interface ListenedMarketsDeps extends BeginWatchDeps {
  readonly markets: MarketStore
  readonly streams: Pick<StreamStore, 'list'>
}

/**
 * Returns the channels that are about markets; the problem names a market that does not exist, or says that the key has
 * too many.
 */
export const listenedMarkets = async (
  deps: ListenedMarketsDeps,
  stream: Stream,
  channels: readonly string[],
): Promise<readonly Listened[] | Problem> => {
  const requested = [...new Set(channels)].flatMap((text) => marketChannelIn(text) ?? [])
  if (requested.length === 0) return []
  const [found, streams] = await Promise.all([
    deps.markets.getMany(requested.map(({ svcId }) => svcId)),
    deps.streams.list(stream.userId),
  ])
  const markets = new Map(found.map((market) => [market.svcId, market]))
  const unknown = requested.find(({ svcId }) => !markets.has(svcId))
  if (unknown !== undefined) return problem(404, 'not_found', `There is no market ${unknown.svcId}.`)
  const others = streams.filter(({ keyId, streamId }) => keyId === stream.keyId && streamId !== stream.streamId)
  const kept = withoutChannels(stream, channels)
  const listened = [...others, kept].reduce((sum, { listening }) => sum + listening.length, requested.length)
  if (listened > MOST_LISTENED) return TOO_MANY
  // The watch reads them from the table.
  await deps.markets.name(found)
  const since = deps.clock()
  return requested.flatMap(({ name, svcId }) => {
    const market = markets.get(svcId)
    return market === undefined ? [] : [{ name, svcId, exchange: market.exchange, nativeId: market.nativeId, since }]
  })
}

/** Best effort: the next minute begins a watch in any case. */
export const beginListening = async (deps: BeginWatchDeps, listened: readonly Listened[]): Promise<void> => {
  const [first] = listened
  // A run that watches anything watches every exchange.
  if (first !== undefined) await beginWatch(deps, first.exchange)
}

const TOO_MANY = problem(
  409,
  'too_many_channels',
  `The streams of a key have at most ${MOST_LISTENED} channels of markets together.`,
)
