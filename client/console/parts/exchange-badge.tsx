/** The exchange of a market, in the colour it has everywhere. */

import type { ExchangeName } from '../api/types.ts'
import { EXCHANGES } from '../format/exchanges.ts'
import { Badge } from './badge.tsx'

export const ExchangeBadge = ({ name }: { readonly name: ExchangeName }) => (
  <Badge kind={name === 'EXCHANGE_A' ? 'exchange-a' : 'exchange-b'}>{EXCHANGES[name]}</Badge>
)
