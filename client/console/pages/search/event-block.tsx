/** Some rows of events, whose prices are read together while a part of them is on the screen. */

import type { components } from '../../../openapi-types.ts'
import { shortMoney } from '../../format/money.ts'
import { day } from '../../format/time.ts'
import { timeLeft } from '../../format/time-left.ts'
import { minute } from '../../live/minute.ts'
import { useQuotes } from '../../live/use-quotes.ts'
import { useShown } from '../../live/use-shown.ts'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { moveBetweenRows } from '../../parts/market-rows/move-between-rows.ts'
import { Picture } from '../../parts/market-rows/picture.tsx'
import { to } from '../../shell/navigation/route.ts'
import { TopMarkets } from './top-markets.tsx'

export type ListedEvent = components['schemas']['ListedEvent']

interface Props {
  readonly events: readonly ListedEvent[]
  readonly hasPictures: boolean
}

export const EventBlock = ({ events, hasPictures }: Props) => {
  const [place, isShown] = useShown<HTMLTableSectionElement>()
  const ids = events.flatMap(({ top_markets }) => top_markets.map(({ svc_id }) => svc_id))
  const quotes = useQuotes(isShown ? ids : [])
  return (
    <tbody ref={place} onKeyDown={moveBetweenRows}>
      {events.map(
        ({ event_id, title, exchange_name, market_count, top_markets, end_datetime, volume_24h, image_url }) => (
          <tr key={event_id}>
            <th scope="row" class="name">
              <div>
                {hasPictures ? <Picture url={image_url} /> : null}
                <a class="result" href={to('events', event_id)} title={title}>
                  {title}
                </a>
              </div>
            </th>
            <td class="tops">
              <TopMarkets markets={top_markets} isOnly={market_count === 1} quotes={quotes} />
            </td>
            <td class="exchange">
              <ExchangeBadge name={exchange_name} />
            </td>
            <td class="end count">
              {market_count}
              <span class="unit">{market_count === 1 ? ' market' : ' markets'}</span>
            </td>
            <td class="end volume">{shortMoney(volume_24h)}</td>
            <td class="end ends" title={day(end_datetime)}>
              {timeLeft(end_datetime, minute.value)}
            </td>
          </tr>
        ),
      )}
    </tbody>
  )
}
