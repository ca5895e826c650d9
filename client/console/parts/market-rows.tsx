/** Markets as rows that lead to them, with the chance the market gives now. */

import type { Market } from '../api/types.ts'
import { shortMoney } from '../format/money.ts'
import { price } from '../format/price.ts'
import { day } from '../format/time.ts'
import { words } from '../format/words.ts'
import { chanceOf, useQuotes } from '../live/use-quotes.ts'
import { to } from '../shell/route.ts'
import { Badge } from './badge.tsx'
import { ExchangeBadge } from './exchange-badge.tsx'

export const MarketRows = ({ markets }: { readonly markets: readonly Market[] }) => {
  const quotes = useQuotes(markets.map(({ svc_id }) => svc_id))
  return (
    <ul class="results">
      {markets.map((market) => {
        const { svc_id, name, exchange_name, subtitle, status, volume_24h, expiration_datetime, last_price } = market
        const quote = quotes.get(svc_id)
        return (
          <li key={svc_id}>
            <a class="link-row" href={to('markets', svc_id)}>
              <span class="stack-tight">
                <span class="strong">{name}</span>
                {subtitle === null || subtitle === '' ? null : <span class="muted"> {subtitle}</span>}
                <span class="row small muted">
                  <ExchangeBadge name={exchange_name} />
                  {status === 'active' ? null : <Badge>{words(status)}</Badge>}
                  <span>ends {day(expiration_datetime)}</span>
                  <span>24 h volume {shortMoney(volume_24h)}</span>
                </span>
              </span>
              <span class="chance">{chance(chanceOf(quote, last_price))}</span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}

const chance = (value: number | null): string => (value === null ? '–' : price(Math.round(value * 1_000) / 1_000))
