/** Whether the service knows how an exchange charges on a market. */

import type { Market } from '../../markets/market.ts'

/**
 * False where the exchange names a fee type that this service does not know: fee types are an open set, and one without a published
 * formula exists (Kalshi reference, section 10). The terms of such a market are the usual ones, so that orders on it can be planned; what
 * they come to is an estimate and is not told as the fee. Also false for markets stored before makers' rates were kept, until their next sync.
 */
export const isFeeKnown = ({ makerFeeRate }: Pick<Market, 'makerFeeRate'>): boolean => makerFeeRate !== null
