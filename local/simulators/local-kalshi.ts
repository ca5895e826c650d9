/** The simulated EXCHANGE_A in the local service. */

import { generateKeyPairSync, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { startKalshi } from '#simulators/kalshi/start-kalshi.ts'
import type { StartLocalExchange } from './local-exchange.ts'

const Keys = v.object({ venueKeyId: v.string(), privateKey: v.string(), publicKey: v.string() })

export const startLocalKalshi: StartLocalExchange<'EXCHANGE_A'> = async (options) => {
  const simulator = await startKalshi(options)
  return {
    addresses: { api: simulator.url, ws: simulator.socketUrl },
    controlUrl: simulator.controlUrl,
    keysIn: (stored) => {
      const known = v.safeParse(Keys, stored)
      return known.success ? known.output : newKeys()
    },
    openAccount: (id, keys, dollars) => {
      const { venueKeyId, privateKey, publicKey } = v.parse(Keys, keys)
      // One shard has less, so that an order can be too expensive there.
      const cash = { 0: dollars, 1: dollars / 10, 2: dollars, 3: dollars }
      simulator.addAccount({ id, apiKeyId: venueKeyId, publicKeyPem: publicKey, cash })
      return { api_key_id: venueKeyId, private_key: privateKey }
    },
    tick: () => simulator.tick(),
    play: () => simulator.play(),
    close: () => simulator.close(),
  }
}

const newKeys = () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    venueKeyId: randomUUID(),
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}
