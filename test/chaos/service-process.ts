/** The local service as a process of its own, at exchanges that outlive it. Its parent starts it, and kills it. */

import * as v from 'valibot'
import type { LocalExchange } from '#local/simulators/local-exchange.ts'
import type { LocalExchanges } from '#local/simulators/start-simulators.ts'
import { startService } from '#local/stack/start-service.ts'
import type { Reach } from './exchanges.ts'

const Options = v.object({ port: v.number(), dir: v.string(), reach: v.any() })

const { port, dir, reach } = v.parse(Options, JSON.parse(process.argv[2] ?? '{}'))
/** Elsewhere: nothing to start, to move or to stop here. */
const elsewhere = ({ addresses, controlUrl, credentials }: Reach) =>
  ({
    addresses,
    controlUrl,
    keysIn: () => ({}),
    openAccount: () => credentials,
    tick: async () => undefined,
    close: async () => undefined,
  }) as unknown as LocalExchange
const exchanges = Object.fromEntries(Object.entries<Reach>(reach).map(([name, there]) => [name, elsewhere(there)]))

const service = await startService({
  port,
  dir,
  startSimulators: async () => exchanges as unknown as LocalExchanges,
  // The play asks more often than a client may; how often is told elsewhere.
  settings: { ratePerSecond: '500', rateBurst: '1000' },
})
const { apiKey, subaccountId, table } = service
process.send?.({ apiKey, subaccountId, table })
process.once('disconnect', () => process.exit(0))
