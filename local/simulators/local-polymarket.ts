/** The simulated EXCHANGE_B in the local service. */

import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { privateKeyToAccount } from 'viem/accounts'
import { startPolymarket } from '#simulators/polymarket/start-polymarket.ts'
import type { StartLocalExchange } from './local-exchange.ts'

const hex = v.custom<`0x${string}`>((text) => typeof text === 'string' && /^0x[0-9a-f]{64}$/.test(text))
const Keys = v.object({ walletKey: hex })

export const startLocalPolymarket: StartLocalExchange<'EXCHANGE_B'> = async (options) => {
  const simulator = await startPolymarket(options)
  return {
    addresses: { ...simulator.urls, ...simulator.sockets },
    controlUrl: simulator.controlUrl,
    keysIn: (stored) => {
      const known = v.safeParse(Keys, stored)
      return known.success ? known.output : { walletKey: `0x${randomBytes(32).toString('hex')}` }
    },
    openAccount: (id, keys, dollars) => {
      const { walletKey } = v.parse(Keys, keys)
      const { address } = privateKeyToAccount(walletKey)
      simulator.addAccount({ id, address, funder: address, signatureType: 0, cash: dollars })
      return { private_key: walletKey, signature_type: 0 }
    },
    tick: () => simulator.tick(),
    play: () => simulator.play(),
    close: () => simulator.close(),
  }
}
