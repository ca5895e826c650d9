/** Faults of the exchanges, one episode after another: lost answers, errors, slow calls, modes, pauses. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { SeededRandom } from '#simulators/engine/world/seeded-random.ts'
import { POST_ONLY_MS } from '#simulators/polymarket/world/exchange-mode.ts'
import type { Exchanges } from './exchanges.ts'
import type { PlayedMarket } from './markets.ts'

/** A method, and a pattern of paths. */
type Call = readonly [string, string]

/** Calls that place an order, change one where the exchange can, take one off the book, and read; and the modes an exchange can be in. */
const ABOUT: Readonly<
  Record<
    ExchangeName,
    { readonly calls: Readonly<Record<string, Call>>; readonly modes: readonly [string, ...string[]] }
  >
> = {
  EXCHANGE_A: {
    calls: {
      create: ['POST', '/portfolio/events/orders$'],
      amend: ['POST', '/portfolio/events/orders/[^/]+/amend$'],
      cancel: ['DELETE', '/portfolio/events/orders/'],
      read: ['GET', '.'],
    },
    modes: ['trading_paused', 'exchange_paused', 'restart', 'disabled'],
  },
  EXCHANGE_B: {
    calls: { create: ['POST', '^/clob/order$'], cancel: ['DELETE', '^/clob/order'], read: ['GET', '.'] },
    modes: ['restart', 'disabled', 'cancel_only', 'post_only', 'settlement_fails', 'geoblock'],
  },
}

const KINDS: ReadonlyArray<{ readonly name: string; readonly fault: object }> = [
  { name: 'lost before', fault: { kind: 'drop_before' } },
  { name: 'answer lost', fault: { kind: 'drop_after' } },
  { name: 'done, 503', fault: { kind: 'drop_after', status: 503 } },
  { name: '500', fault: { kind: 'status', status: 500 } },
  { name: '504', fault: { kind: 'status', status: 504 } },
  { name: '429', fault: { kind: 'status', status: 429, body: { error: 'too many requests' } } },
  { name: 'page 401', fault: { kind: 'status', status: 401, door: 'html' } },
  { name: 'page 404', fault: { kind: 'status', status: 404, door: 'html' } },
  { name: 'empty 404', fault: { kind: 'status', status: 404, door: 'bare' } },
  { name: 'late', fault: { kind: 'delay', delay_ms: 3_000 } },
  { name: 'twice', fault: { kind: 'duplicate' } },
]

export interface FaultPlay {
  /** How often each kind of episode came. */
  readonly counts: ReadonlyMap<string, number>
  /** Ends with the running episode. Answers from when on both exchanges take every order again: it can lie ahead. */
  stop(): Promise<Millis>
}

export const playFaults = (exchanges: Exchanges, markets: readonly PlayedMarket[], randomOf: RandomOf): FaultPlay => {
  const counts = new Map<string, number>()
  const stopping = new AbortController()
  let openFrom = 0
  const one = async (exchange: ExchangeName): Promise<void> => {
    const random = randomOf(`faults of ${exchange}`)
    const there = markets.filter((market) => market.exchange === exchange)
    while (!stopping.signal.aborted) {
      await pause(random.whole(500, 3_000), stopping.signal)
      const episode = nextEpisode(exchange, there, random)
      counts.set(episode.name, (counts.get(episode.name) ?? 0) + 1)
      await episode.begin(exchanges)
      await pause(random.whole(1_000, 6_000), stopping.signal)
      await episode.end(exchanges)
      openFrom = Math.max(openFrom, Date.now() + (episode.lingersMs ?? 0))
    }
  }
  const plays = (Object.keys(ABOUT) as ExchangeName[]).map(one)
  return {
    counts,
    stop: async () => {
      stopping.abort()
      await Promise.all(plays)
      return Math.max(openFrom, Date.now())
    },
  }
}

/** A stream of random numbers of its own for each purpose: what one takes does not move the others. */
export type RandomOf = (purpose: string) => SeededRandom

interface Episode {
  readonly name: string
  /** How long the exchange still refuses some orders after it ended. */
  readonly lingersMs?: Millis
  begin(exchanges: Exchanges): Promise<void>
  end(exchanges: Exchanges): Promise<void>
}

const nextEpisode = (exchange: ExchangeName, markets: readonly PlayedMarket[], random: SeededRandom): Episode => {
  const { calls, modes } = ABOUT[exchange]
  const dice = random()
  if (dice < 0.2) {
    const mode = random.pick(modes)
    return {
      name: `${exchange} mode ${mode}`,
      begin: ({ control }) => control(exchange, 'mode', { mode }),
      end: ({ control }) => control(exchange, 'mode', { mode: 'open' }),
      lingersMs: exchange === 'EXCHANGE_B' && mode === 'restart' ? POST_ONLY_MS : 0,
    }
  }
  if (dice < 0.28) {
    const market = markets[random.whole(0, markets.length - 1)]?.nativeId
    return {
      name: `${exchange} market paused`,
      begin: ({ control }) => control(exchange, 'status', { market, status: 'paused' }),
      end: ({ control }) => control(exchange, 'status', { market, status: 'active' }),
    }
  }
  const call = random.pick([
    'create',
    ...(['create', 'amend', 'cancel', 'read'] as const).filter((one) => one in calls),
  ])
  const { name, fault } = KINDS[random.whole(0, KINDS.length - 1)] ?? { name: '', fault: {} }
  const [method, path] = calls[call] ?? ['GET', '.']
  const probability = random.pick([0.3, 0.6, 1])
  return {
    name: `${exchange} ${call} ${name}`,
    begin: ({ control }) => control(exchange, 'faults', { method, path, probability, ...fault }),
    end: ({ clearFaults }) => clearFaults(exchange),
  }
}

/** Ends early with the signal. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
