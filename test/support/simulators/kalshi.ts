/** The simulated EXCHANGE_A of a story. */

import { generateKeyPairSync } from 'node:crypto'
import { startKalshi } from '#simulators/kalshi/start-kalshi.ts'
import type { StoryExchange, StoryExchangeOptions } from './story-exchange.ts'

/** A market of the simulated EXCHANGE_A that stays open. */
export const POLITICS = 'KXPRESPARTY-28-D'

// The exchange takes Ed25519 as well as RSA, and signs with it in a tenth of the time. The adapter's tests sign with both.
const KEY = generateKeyPairSync('ed25519')

/** The private key of the story's account. */
export const PRIVATE_KEY = KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

export const kalshiStoryExchange = async (options: StoryExchangeOptions): Promise<StoryExchange> => {
  const simulator = await startKalshi({ ...options, seed: 7, rateLimits: false })
  const publicKeyPem = KEY.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  simulator.addAccount({ id: 'story', apiKeyId: 'story-key', publicKeyPem, cash: { 0: 10_000, 2: 10_000, 3: 10_000 } })
  for (const id of options.others ?? [])
    simulator.addAccount({ id, apiKeyId: `${id}-key`, publicKeyPem, cash: { 0: 1_000_000 } })
  return {
    exchange: 'EXCHANGE_A',
    market: POLITICS,
    urls: { EXCHANGE_A: { api: simulator.url, ws: simulator.socketUrl } },
    controlUrl: simulator.controlUrl,
    credentials: { api_key_id: 'story-key', private_key: PRIVATE_KEY },
    calls: {
      create: { method: 'POST', path: '/portfolio/events/orders$' },
      cancel: { method: 'DELETE', path: '/portfolio/events/orders/' },
      amend: { method: 'POST', path: '/portfolio/events/orders/[^/]+/amend$' },
      read: { method: 'GET', path: '/portfolio/|/exchange/user_data_timestamp' },
    },
    closedMode: 'exchange_paused',
    tick: () => simulator.tick(),
    play: () => simulator.play(),
    close: () => simulator.close(),
  }
}
