/** For an exchange that keeps all cash of an account in one place. */

import type { Funds } from '#ports/exchanges/funds.ts'

export const ONE_PURSE: Pick<Funds, 'spreadCash'> = {
  spreadCash: async () => ({ kind: 'refused', reason: 'This exchange keeps all cash of an account in one place.' }),
}
