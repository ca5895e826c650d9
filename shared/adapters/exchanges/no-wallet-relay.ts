/** For an exchange that keeps money and contracts itself: there is no wallet to act with. */

import type { WalletRelay } from '#ports/exchanges/wallet-relay.ts'

const NOTHING = 'This exchange approves and pays by itself.'

export const NO_WALLET_RELAY: WalletRelay = {
  prepareAction: async () => ({ kind: 'refused', detail: NOTHING }),
  sendAction: async () => ({ kind: 'refused', detail: NOTHING }),
  findAction: async () => ({ kind: 'missing' }),
  holdsAny: async () => false,
}
