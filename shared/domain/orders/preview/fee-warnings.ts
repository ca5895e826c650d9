/** Warns in a preview of markets whose fees are not known. */

import { isFeeKnown } from '../../exchanges/fees/is-fee-known.ts'
import type { Market } from '../../markets/market.ts'
import type { Remark } from './order-preview.ts'

/** Returns no warning if the fees of all `markets` are known. The order is accepted in any case. */
export const feeWarnings = (markets: ReadonlyArray<Pick<Market, 'makerFeeRate'>>): readonly Remark[] =>
  markets.every(isFeeKnown)
    ? []
    : [
        {
          code: 'fee_unknown',
          detail:
            'The exchange charges by a fee type without a published formula. The fee shown is what most markets charge; the real one may be higher.',
        },
      ]
