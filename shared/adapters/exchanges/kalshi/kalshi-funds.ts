/** The cash of accounts of EXCHANGE_A. */

import type { Funds } from '#ports/exchanges/funds.ts'
import { portfolioReads } from './account/portfolio-reads.ts'
import { spreadCash } from './account/spread-cash.ts'
import { type ClientOptions, client } from './http/client.ts'
import { accountSigner } from './signing/account-signer.ts'

export const kalshiFunds = (options: ClientOptions): Funds => {
  const api = client(options, accountSigner(options.clock))
  return { balances: portfolioReads(api, options.clock).balances, spreadCash: spreadCash(api) }
}
