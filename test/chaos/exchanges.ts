/** Both simulated exchanges in this process, so that they outlive a service that is killed, and what chaos does to them. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { LocalExchanges } from '#local/simulators/start-simulators.ts'
import { startSimulators } from '#local/simulators/start-simulators.ts'
import type { Ledger } from '../support/agreement.ts'

/** The account of the service at both exchanges. */
export const ACCOUNT = 'chaos'

const DOLLARS = 1_000_000

/** What a service needs to trade at an exchange that runs elsewhere. */
export interface Reach {
  readonly addresses: Readonly<Record<string, string>>
  readonly controlUrl: string
  readonly credentials: Readonly<Record<string, string | number>>
}

export interface Exchanges {
  readonly reach: Readonly<Record<ExchangeName, Reach>>
  /** A call to the control API; see docs/simulators.md. Throws what it refuses. */
  control(exchange: ExchangeName, path: string, body?: object): Promise<void>
  clearFaults(exchange: ExchangeName): Promise<void>
  ledger(exchange: ExchangeName): Promise<Ledger>
  stop(): Promise<void>
}

/** `folder` keeps their state. */
export const startExchanges = async (folder: string): Promise<Exchanges> => {
  const stops: Array<() => Promise<void> | void> = []
  const exchanges = await startSimulators({
    bot: false,
    fileOf: (name) => `${folder}/${name}`,
    onStarted: (stop) => stops.push(stop),
  })
  const urlOf = (exchange: ExchangeName, path: string): string => `${exchanges[exchange].controlUrl}/control/${path}`
  return {
    reach: reachOf(exchanges),
    control: async (exchange, path, body) => {
      const reply = await fetch(urlOf(exchange, path), { method: 'POST', body: JSON.stringify(body) })
      if (!reply.ok) throw new Error(`${exchange} refuses ${path} ${JSON.stringify(body)}: ${await reply.text()}`)
    },
    clearFaults: async (exchange) => {
      await fetch(urlOf(exchange, 'faults'), { method: 'DELETE' })
    },
    ledger: async (exchange) => (await (await fetch(urlOf(exchange, 'ledger'))).json()) as Ledger,
    stop: async () => {
      for (const stop of stops.reverse()) await stop()
    },
  }
}

const reachOf = (exchanges: LocalExchanges): Exchanges['reach'] => {
  const reach = <Name extends ExchangeName>(name: Name): Reach => {
    const { addresses, controlUrl, keysIn, openAccount } = exchanges[name]
    return { addresses: { ...addresses }, controlUrl, credentials: openAccount(ACCOUNT, keysIn({}), DOLLARS) }
  }
  const [a, b] = EXCHANGE_NAMES
  return { [a]: reach(a), [b]: reach(b) } as Exchanges['reach']
}
