/** The exchanges as people know them. */

import type { ExchangeName } from '../api/types.ts'

export const EXCHANGES: Readonly<Record<ExchangeName, string>> = { EXCHANGE_A: 'Kalshi', EXCHANGE_B: 'Polymarket' }

/** A sentence of the service with these names. */
export const named = (sentence: string): string =>
  sentence.replaceAll('EXCHANGE_A', EXCHANGES.EXCHANGE_A).replaceAll('EXCHANGE_B', EXCHANGES.EXCHANGE_B)
