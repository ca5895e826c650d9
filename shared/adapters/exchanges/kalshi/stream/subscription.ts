/** One channel of a Kalshi connection: which markets it was asked for, and whether its messages came without a gap. */

import { chunked } from '#domain/kernel/chunked.ts'

/** The most markets in one command. Clients send 100 to 400; the limit is not published (Kalshi live reference, section 1.1). */
const MARKETS_AT_ONCE = 200

export interface Command {
  readonly action: 'subscribe' | 'add_markets' | 'delete_markets' | 'get_snapshot'
  readonly channel: Subscription
  readonly tickers: readonly string[]
}

export interface Subscription {
  readonly name: 'orderbook_delta' | 'trade'
  /** Null until the exchange has confirmed it. */
  sid: number | null
  seq: number
  asking: boolean
  /** Markets that were asked for, and not given up since. */
  readonly asked: Set<string>
  /** Markets that the exchange does not take. */
  readonly denied: Set<string>
  atOnce: number
}

export const subscription = (name: Subscription['name']): Subscription => ({
  name,
  sid: null,
  seq: 0,
  asking: false,
  asked: new Set(),
  denied: new Set(),
  atOnce: MARKETS_AT_ONCE,
})

/** Nothing of it is known at the exchange any more. */
export const restart = (channel: Subscription): void => {
  channel.sid = null
  channel.seq = 0
  channel.asking = false
  channel.asked.clear()
}

/** The commands that make it show `wanted`; they are noted as asked. A channel is opened with one command, and then changed. */
export const commandsFor = (channel: Subscription, wanted: ReadonlySet<string>): readonly Command[] => {
  const missing = [...wanted].filter((ticker) => !channel.asked.has(ticker) && !channel.denied.has(ticker))
  const extra = [...channel.asked].filter((ticker) => !wanted.has(ticker))
  if (channel.sid === null && (channel.asking || missing.length === 0)) return []
  const opening = channel.sid === null
  const added = chunked(missing, channel.atOnce).slice(0, opening ? 1 : undefined)
  for (const ticker of added.flat()) channel.asked.add(ticker)
  channel.asking = opening
  const action = opening ? 'subscribe' : 'add_markets'
  const adding = added.map((tickers): Command => ({ action, channel, tickers }))
  if (opening) return adding
  for (const ticker of extra) channel.asked.delete(ticker)
  const removing = chunked(extra, channel.atOnce).map(
    (tickers): Command => ({ action: 'delete_markets', channel, tickers }),
  )
  return [...adding, ...removing]
}

/** The commands that bring the whole books of some markets once more. */
export const snapshotsOf = (channel: Subscription, tickers: readonly string[]): readonly Command[] =>
  channel.sid === null
    ? []
    : chunked(
        tickers.filter((ticker) => channel.asked.has(ticker)),
        channel.atOnce,
      ).map((some) => ({ action: 'get_snapshot', channel, tickers: some }))

/** Too many markets in one command: from now on half as many. One that is too many alone is given up. */
export const halve = ({ channel, tickers }: Command): void => {
  for (const ticker of tickers) {
    channel.asked.delete(ticker)
    if (tickers.length === 1) channel.denied.add(ticker)
  }
  channel.atOnce = Math.max(1, Math.floor(tickers.length / 2))
}

/** Whether a message follows the one before. */
export const isNext = (channel: Subscription, seq: number): boolean => {
  const expected = channel.seq + 1
  channel.seq = seq
  return seq === expected
}

/** A command as the exchange takes it. */
export const wireCommand = (id: number, { action, channel, tickers }: Command): object =>
  action === 'subscribe'
    ? {
        id,
        cmd: 'subscribe',
        params: {
          channels: [channel.name],
          market_tickers: tickers,
          // Always said: the default will change (Kalshi live reference, section 1.4).
          ...(channel.name === 'orderbook_delta' ? { use_yes_price: true } : {}),
        },
      }
    : { id, cmd: 'update_subscription', params: { sids: [channel.sid], action, market_tickers: tickers } }
