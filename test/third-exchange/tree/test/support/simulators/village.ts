/** EXCHANGE_C of a story, which reaches into it by its address. */

import { MARKET } from '#adapters/exchanges/village/village.ts'
import type { StoryExchange } from './story-exchange.ts'

export const TOWN = 'memory:story'

export const villageStoryExchange = async (): Promise<StoryExchange> => ({
  exchange: 'EXCHANGE_C',
  market: MARKET.nativeId,
  urls: { EXCHANGE_C: { town: TOWN } },
  controlUrl: '',
  credentials: { member: 'story' },
  calls: {
    create: { method: 'POST', path: '' },
    cancel: { method: 'DELETE', path: '' },
    read: { method: 'GET', path: '' },
  },
  closedMode: '',
  tick: async () => undefined,
  play: async () => undefined,
  close: async () => undefined,
})
