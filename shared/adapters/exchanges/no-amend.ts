/** For an exchange that cannot change an order on its book: the order leaves the book, and its rest is sent as a new one. */

import type { Exchange } from '#ports/exchanges/exchange.ts'

export const NO_AMEND: Pick<Exchange, 'amend'> = {
  amend: async () => ({
    kind: 'refused',
    code: 'not_supported',
    reason: 'This exchange does not change orders on its book.',
  }),
}
