/** One outcome of an event. */

import type { Market, Quote } from '../../api/types.ts'
import { shortMoney } from '../../format/money.ts'
import { price } from '../../format/price.ts'
import { priceChange } from '../../format/price-change.ts'
import { priceOnTick } from '../../format/price-on-tick.ts'
import { words } from '../../format/words.ts'
import { minute } from '../../live/minute.ts'
import { chanceOf } from '../../live/use-quotes.ts'
import { useShown } from '../../live/use-shown.ts'
import { Badge } from '../../parts/badge.tsx'
import { changeOf } from '../../parts/market-rows/change-of.ts'
import { directionOf } from '../../parts/market-rows/direction-of.ts'
import { Sparkline } from '../../parts/market-rows/sparkline.tsx'
import { useCourse } from '../../parts/market-rows/use-course.ts'
import { to } from '../../shell/navigation/route.ts'
import { StarButton } from '../../watchlists/star-button.tsx'
import { outcomeName } from './outcome-name.ts'

interface Props {
  readonly market: Market
  readonly quote: Quote | undefined
  /** The number of its line in the chart; −1 if the chart has none of it. */
  readonly line: number
}

export const OutcomeRow = ({ market, quote, line }: Props) => {
  const { svc_id, status, volume_24h, last_price, tick_size_price } = market
  const [place, isShown] = useShown<HTMLTableRowElement>()
  const course = useCourse(svc_id, isShown)
  const nowS = Math.floor(minute.value / 1_000)
  const change = course === null ? null : changeOf(course, quote?.last_price ?? null, nowS)
  const chance = chanceOf(quote, last_price)
  const name = outcomeName(market)
  const bid = quote?.best_bid
  return (
    <tr ref={place}>
      <th scope="row" class="name">
        <div>
          <StarButton svcId={svc_id} market={name} />
          {line < 0 ? null : <i class={`line-${line}`} />}
          <a class="result" href={to('markets', svc_id)} title={market.name}>
            {name}
          </a>
          {status === 'active' ? null : <Badge>{words(status)}</Badge>}
        </div>
      </th>
      <td class="end chance">{chance === null ? '–' : price(Math.round(chance * 1_000) / 1_000)}</td>
      <td class={`end change ${directionOf(change)}`}>{priceChange(change)}</td>
      <td class="end week">
        <Sparkline course={course} nowS={nowS} />
      </td>
      <td class="end volume">{shortMoney(volume_24h)}</td>
      <td class="end buttons">
        {status === 'active' ? (
          <span>
            <a class="button compact yes" href={`${to('markets', svc_id)}?side=buy&outcome=yes`}>
              Yes {priceOnTick(quote?.best_ask, tick_size_price)}
              <span class="hidden"> of {name}</span>
            </a>
            <a class="button compact no" href={`${to('markets', svc_id)}?side=buy&outcome=no`}>
              No {priceOnTick(typeof bid === 'number' ? 1 - bid : bid, tick_size_price)}
              <span class="hidden"> of {name}</span>
            </a>
          </span>
        ) : null}
      </td>
    </tr>
  )
}
