/** For an exchange that keeps all cash of an account in one place. */

import type { Exchange } from '#ports/exchanges/exchange.ts'

export const ONE_PURSE: Pick<Exchange, 'spreadCash'> = {
  spreadCash: async () => ({ kind: 'refused', reason: 'This exchange keeps all cash of an account in one place.' }),
}
