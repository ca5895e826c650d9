/** The exchanges as people know them. */

import type { ExchangeName } from '../api/types.ts'

export const EXCHANGES: Readonly<Record<ExchangeName, string>> = { EXCHANGE_A: 'Kalshi', EXCHANGE_B: 'Polymarket' }
