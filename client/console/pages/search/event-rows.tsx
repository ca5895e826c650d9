/** Events as rows that lead to their markets. */

import type { components } from '../../../openapi-types.ts'
import { shortMoney } from '../../format/money.ts'
import { day } from '../../format/time.ts'
import { timeLeft } from '../../format/time-left.ts'
import { minute } from '../../live/minute.ts'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { isPicture } from '../../parts/market-rows/is-picture.ts'
import { moveBetweenRows } from '../../parts/market-rows/move-between-rows.ts'
import { Picture } from '../../parts/market-rows/picture.tsx'
import { to } from '../../shell/route.ts'

export const EventRows = ({ events }: { readonly events: readonly components['schemas']['Event'][] }) => {
  const hasPictures = events.some(({ image_url }) => isPicture(image_url))
  return (
    <div class="market-rows">
      <table class="markets of-events">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col" class="exchange">
              Exchange
            </th>
            <th scope="col" class="end count">
              Markets
            </th>
            <th scope="col" class="end volume">
              24 h volume
            </th>
            <th scope="col" class="end ends">
              Ends in
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={moveBetweenRows}>
          {events.map(({ event_id, title, exchange_name, market_count, end_datetime, volume_24h, image_url }) => (
            <tr key={event_id}>
              <th scope="row" class="name">
                <div>
                  {hasPictures ? <Picture url={image_url} /> : null}
                  <a class="result" href={to('events', event_id)} title={title}>
                    {title}
                  </a>
                </div>
              </th>
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
          ))}
        </tbody>
      </table>
    </div>
  )
}
