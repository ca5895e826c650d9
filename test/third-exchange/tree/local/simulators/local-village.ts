/** EXCHANGE_C in the local service: it lives in this process. */

import type { StartLocalExchange } from './local-exchange.ts'

export const startLocalVillage: StartLocalExchange<'EXCHANGE_C'> = async () => ({
  addresses: { town: 'memory:local' },
  controlUrl: '',
  keysIn: () => ({}),
  openAccount: (id) => ({ member: id }),
  tick: async () => undefined,
  play: async () => undefined,
  close: async () => undefined,
})
