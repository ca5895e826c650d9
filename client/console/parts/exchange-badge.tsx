/** The exchange of a market, in the colour it has everywhere. */

import type { ExchangeName } from '../api/types.ts'
import { Badge } from './badge.tsx'

/** As people know them. */
export const EXCHANGES: Readonly<Record<ExchangeName, string>> = { EXCHANGE_A: 'Kalshi', EXCHANGE_B: 'Polymarket' }

export const ExchangeBadge = ({ name }: { readonly name: ExchangeName }) => (
  <Badge kind={name === 'EXCHANGE_A' ? 'exchange-a' : 'exchange-b'} title={name}>
    {EXCHANGES[name]}
  </Badge>
)
