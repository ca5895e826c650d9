/** Decides whether the service knows how an exchange charges on a market. */

import type { Market } from '../../markets/market.ts'

/**
 * Returns false if this service does not know the fee type that the exchange names. Fee types are an open set, and one
 * without a published formula exists (Kalshi reference, section 10). Orders on such a market are planned with the usual
 * terms; the result is an estimate and is not shown as the fee. Also false for markets stored before makers' rates were
 * kept, until their next sync.
 */
export const isFeeKnown = ({ makerFeeRate }: Pick<Market, 'makerFeeRate'>): boolean => makerFeeRate !== null
