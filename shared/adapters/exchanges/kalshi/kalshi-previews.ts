/** What would become of an order at EXCHANGE_A. */

import type { PreviewSource } from '#ports/exchanges/preview-source.ts'
import { portfolioReads } from './account/portfolio-reads.ts'
import { client } from './http/client.ts'
import { type KalshiOptions, kalshiLiveData } from './kalshi-live-data.ts'
import { expectedRefusals } from './orders/expected-refusals.ts'
import { decide } from './orders/request-body.ts'
import { accountSigner } from './signing/account-signer.ts'

export const kalshiPreviews = (options: KalshiOptions): PreviewSource => {
  const api = client(options, accountSigner(options.clock))
  return {
    ...kalshiLiveData(options, api),
    balances: portfolioReads(api, options.clock).balances,
    prepare: async (_account, order, limit, attemptNumber) => decide(order, limit, attemptNumber),
    expectedRefusals: async (order, known) => expectedRefusals(order, known),
  }
}
