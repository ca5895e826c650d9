/** Runs the simulated exchanges: one line for each. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { OpenedRecording } from '#simulators/replay/open-recording.ts'
import { replayOf } from '#simulators/replay/replay.ts'
import { type ReplayTime, replayTime } from '#simulators/replay/replay-time.ts'
import type { LocalExchange, StartLocalExchange } from './local-exchange.ts'
import { startLocalKalshi } from './local-kalshi.ts'
import { startLocalPolymarket } from './local-polymarket.ts'

export type LocalExchanges = { readonly [Name in ExchangeName]: LocalExchange<Name> }

export interface ReplayStart {
  readonly recording: OpenedRecording
  /** How many times as fast as it was recorded. */
  readonly speed: number
  /** The replay begins when the service is ready; absent: at once. */
  readonly ready?: Promise<void>
}

export interface SimulatorsOptions {
  readonly bot: boolean
  /** True if lists may be as old as on the exchanges; default false. */
  readonly cache?: boolean
  /** How often the exchange refuses an unsigned call that its cache cannot answer, from 0 to 1; default 0. */
  readonly unsignedRefusals?: number
  readonly replay?: ReplayStart
  /** Path of the data file of that name. */
  readonly fileOf: (name: string) => string
  /** Is given each function that stops something as soon as there is something to stop. */
  readonly onStarted: (stop: () => Promise<void> | void) => void
}

export const startSimulators = async ({
  bot,
  cache = false,
  unsignedRefusals = 0,
  replay,
  fileOf,
  onStarted,
}: SimulatorsOptions): Promise<LocalExchanges> => {
  const time = replayTime(replay?.recording.from ?? 0, Date.now(), replay?.speed ?? 1)
  const start = async <Name extends ExchangeName>(name: Name, starter: StartLocalExchange<Name>) => {
    const dataFile = fileOf(`${name.toLowerCase().replace('_', '-')}.db`)
    const options = { clock: Date.now, seed: 7, bot, cache, unsignedRefusals, dataFile }
    const report = (words: string): void => announce(name, words)
    const played = replay === undefined ? {} : { replay: replayOf(replay.recording, { exchange: name, time, report }) }
    const exchange = await starter({ ...options, ...played })
    onStarted(() => exchange.close())
    return exchange
  }
  const exchanges: LocalExchanges = {
    EXCHANGE_A: await start('EXCHANGE_A', startLocalKalshi),
    EXCHANGE_B: await start('EXCHANGE_B', startLocalPolymarket),
  }
  const ticking = setInterval(() => {
    for (const name of EXCHANGE_NAMES) exchanges[name].tick().catch(complain)
  }, 1_000)
  onStarted(() => clearInterval(ticking))
  if (replay !== undefined) onStarted(playWhenReady(exchanges, replay, time))
  return exchanges
}

/** Returns a function that stops the replay. */
const playWhenReady = (exchanges: LocalExchanges, { ready = Promise.resolve() }: ReplayStart, time: ReplayTime) => {
  const play = (): void => {
    for (const name of EXCHANGE_NAMES) exchanges[name].play().catch(complain)
  }
  let playing: NodeJS.Timeout | undefined
  void ready.then(() => {
    time.begin(Date.now())
    play()
    playing = setInterval(play, PLAY_EVERY)
  })
  return () => clearInterval(playing)
}

/** Time between two moments of a replay that are played together, in ms. */
const PLAY_EVERY = 20

const announce = (exchange: ExchangeName, words: string): void =>
  console.error(JSON.stringify({ level: 'info', message: 'replay', exchange, words }))

const complain = (error: unknown): void =>
  console.error(JSON.stringify({ level: 'error', message: 'simulated exchange', error: String(error) }))
