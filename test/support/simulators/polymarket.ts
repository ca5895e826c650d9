/** The simulated EXCHANGE_B of a story. */

import { privateKeyToAccount } from 'viem/accounts'
import { startPolymarket } from '#simulators/polymarket/start-polymarket.ts'
import type { StoryExchange, StoryExchangeOptions } from './story-exchange.ts'

/** A market of the simulated EXCHANGE_B that stays open: cents, a taker fee of 4 %, at least five shares. */
export const SENATE = '0x9f0f11c831e673146425e2105a09622949db9e6a1d3eb0ecc7cad11520929542'

/** A key everybody knows, of the test accounts that come with development chains. */
export const WALLET_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

const { address } = privateKeyToAccount(WALLET_KEY)

export const polymarketStoryExchange = async (options: StoryExchangeOptions): Promise<StoryExchange> => {
  const simulator = await startPolymarket({ ...options, seed: 7 })
  simulator.addAccount({ id: 'story', address, funder: address, signatureType: 0, cash: 10_000 })
  return {
    exchange: 'EXCHANGE_B',
    market: SENATE,
    urls: { EXCHANGE_B: { ...simulator.urls, ...simulator.sockets } },
    controlUrl: simulator.controlUrl,
    credentials: { private_key: WALLET_KEY, signature_type: 0 },
    calls: {
      create: { method: 'POST', path: '^/clob/order$' },
      cancel: { method: 'DELETE', path: '^/clob/order' },
      read: { method: 'GET', path: '^/clob/data/' },
    },
    closedMode: 'disabled',
    tick: () => simulator.tick(),
    play: () => simulator.play(),
    close: () => simulator.close(),
  }
}
