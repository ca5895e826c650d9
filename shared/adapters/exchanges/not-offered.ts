/** Ready answers for calls that an exchange does not offer. */

import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { WalletRelay } from '#ports/exchanges/wallet-relay.ts'

/**
 * An exchange that cannot change an order on its book: the order leaves the book, and the rest is sent as a new order.
 */
export const NO_AMEND: Pick<Exchange, 'amend'> = {
  amend: async () => ({
    kind: 'refused',
    code: 'not_supported',
    reason: 'This exchange does not change orders on its book.',
  }),
}

/** An exchange that keeps all cash of an account in one place. */
export const ONE_PURSE: Pick<Exchange, 'spreadCash'> = {
  spreadCash: async () => ({ kind: 'refused', reason: 'This exchange keeps all cash of an account in one place.' }),
}

const NOTHING = 'This exchange approves and pays by itself.'

/** An exchange that keeps money and contracts itself: no wallet has to act. */
export const NO_WALLET_RELAY: WalletRelay = {
  prepareAction: async () => ({ kind: 'refused', detail: NOTHING }),
  sendAction: async () => ({ kind: 'refused', detail: NOTHING }),
  findAction: async () => ({ kind: 'missing' }),
  holdsAny: async () => false,
}
