/** Runs the simulated exchanges: one line for each. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { LocalExchange, StartLocalExchange } from './local-exchange.ts'
import { startLocalKalshi } from './local-kalshi.ts'
import { startLocalPolymarket } from './local-polymarket.ts'

export type LocalExchanges = { readonly [Name in ExchangeName]: LocalExchange<Name> }

export interface SimulatorsOptions {
  readonly bot: boolean
  /** True if lists may be as old as on the exchanges; default false. */
  readonly cache?: boolean
  /** How often the exchange refuses an unsigned call that its cache cannot answer, from 0 to 1; default 0. */
  readonly unsignedRefusals?: number
  /** Path of the data file of that name. */
  readonly fileOf: (name: string) => string
  /** Is given each function that stops something as soon as there is something to stop. */
  readonly onStarted: (stop: () => Promise<void> | void) => void
}

export const startSimulators = async ({
  bot,
  cache = false,
  unsignedRefusals = 0,
  fileOf,
  onStarted,
}: SimulatorsOptions): Promise<LocalExchanges> => {
  const start = async <Name extends ExchangeName>(name: Name, starter: StartLocalExchange<Name>) => {
    const dataFile = fileOf(`${name.toLowerCase().replace('_', '-')}.db`)
    const exchange = await starter({ clock: Date.now, seed: 7, bot, cache, unsignedRefusals, dataFile })
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
  return exchanges
}

const complain = (error: unknown): void =>
  console.error(JSON.stringify({ level: 'error', message: 'simulated exchange', error: String(error) }))
