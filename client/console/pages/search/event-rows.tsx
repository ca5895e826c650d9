/** Events as rows that lead to their markets. */

import type { components } from '../../../openapi-types.ts'
import { shortMoney } from '../../format/money.ts'
import { day } from '../../format/time.ts'
import { count } from '../../format/words.ts'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { to } from '../../shell/route.ts'

export const EventRows = ({ events }: { readonly events: readonly components['schemas']['Event'][] }) => (
  <ul class="results">
    {events.map(({ event_id, title, exchange_name, market_count, end_datetime, volume_24h }) => (
      <li key={event_id}>
        <a class="link-row" href={to('events', event_id)}>
          <span class="stack-tight">
            <span class="strong">{title}</span>
            <span class="row small muted">
              <ExchangeBadge name={exchange_name} />
              <span>{count(market_count, 'market')}</span>
              <span>ends {day(end_datetime)}</span>
              <span>24 h volume {shortMoney(volume_24h)}</span>
            </span>
          </span>
          <span class="muted" aria-hidden="true">
            ›
          </span>
        </a>
      </li>
    ))}
  </ul>
)
