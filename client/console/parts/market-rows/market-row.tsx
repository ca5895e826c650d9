/** One market as a row. */

import type { Market, Quote } from '../../api/types.ts'
import { shortMoney } from '../../format/money.ts'
import { priceChange } from '../../format/price-change.ts'
import { priceOnTick } from '../../format/price-on-tick.ts'
import { day } from '../../format/time.ts'
import { timeLeft } from '../../format/time-left.ts'
import { words } from '../../format/words.ts'
import { minute } from '../../live/minute.ts'
import { useShown } from '../../live/use-shown.ts'
import { to } from '../../shell/navigation/route.ts'
import { StarButton } from '../../watchlists/star-button.tsx'
import { Badge } from '../badge.tsx'
import { ExchangeBadge } from '../exchange-badge.tsx'
import { changeOf } from './change-of.ts'
import { directionOf } from './direction-of.ts'
import { Picture } from './picture.tsx'
import { Sparkline } from './sparkline.tsx'
import { useCourse } from './use-course.ts'

interface Props {
  readonly market: Market
  /** Undefined until it is known. */
  readonly quote: Quote | undefined
  /** True if any row of the list has a picture: then each has a place for one. */
  readonly hasPictures: boolean
  /** The watchlist that is shown. */
  readonly list: string | undefined
}

export const MarketRow = ({ market, quote, hasPictures, list }: Props) => {
  const { svc_id, name, subtitle, exchange_name, status, volume_24h, expiration_datetime, image_url } = market
  const [place, isShown] = useShown<HTMLTableRowElement>()
  const course = useCourse(svc_id, isShown)
  const nowS = Math.floor(minute.value / 1_000)
  const change = course === null ? null : changeOf(course, quote?.last_price ?? null, nowS)
  const tick = market.tick_size_price
  return (
    <tr ref={place}>
      <th scope="row" class="name">
        <div>
          <StarButton svcId={svc_id} market={name} list={list} />
          {hasPictures ? <Picture url={image_url} /> : null}
          <a class="result" href={to('markets', svc_id)} title={name}>
            {name}
            {subtitle === null || name.includes(subtitle) ? null : <span class="muted"> {subtitle}</span>}
          </a>
          {status === 'active' ? null : <Badge>{words(status)}</Badge>}
        </div>
      </th>
      <td class="exchange">
        <ExchangeBadge name={exchange_name} />
      </td>
      <td class="end price bid buy">{priceOnTick(quote?.best_bid, tick)}</td>
      <td class="end price ask sell">{priceOnTick(quote?.best_ask, tick)}</td>
      <td class={`end change ${directionOf(change)}`}>{priceChange(change)}</td>
      <td class="end week">
        <Sparkline course={course} nowS={nowS} />
      </td>
      <td class="end volume">{shortMoney(volume_24h)}</td>
      <td class="end ends" title={day(expiration_datetime)}>
        {timeLeft(expiration_datetime, minute.value)}
      </td>
    </tr>
  )
}
