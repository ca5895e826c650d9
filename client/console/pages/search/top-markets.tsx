/** The most traded markets of an event in short, each with its chance. They keep their order while prices move. */

import type { components } from '../../../openapi-types.ts'
import type { Quote } from '../../api/types.ts'
import { price } from '../../format/price.ts'
import { time } from '../../format/time.ts'
import { chanceOf } from '../../live/use-quotes.ts'
import { to } from '../../shell/navigation/route.ts'
import { outcomeName } from './outcome-name.ts'

type TopMarket = components['schemas']['TopMarket']

interface Props {
  readonly markets: readonly TopMarket[]
  /** The event has no other market. Its question is the title, so the outcome is Yes. */
  readonly isOnly: boolean
  readonly quotes: ReadonlyMap<number, Quote>
}

export const TopMarkets = ({ markets, isOnly, quotes }: Props) =>
  markets.length === 0 ? (
    <span class="muted">None is active.</span>
  ) : (
    <ul>
      {markets.map((market) => {
        const quote = quotes.get(market.svc_id)
        const isLive = quote !== undefined && quote.message === null
        const chance = chanceOf(quote, market.last_price)
        return (
          <li key={market.svc_id}>
            <a href={to('markets', market.svc_id)} title={market.name}>
              <span>{isOnly ? 'Yes' : outcomeName(market)}</span>
              <span class={isLive ? 'strong' : 'muted'} title={isLive ? undefined : asOf(market)}>
                {chance === null ? '–' : price(Math.round(chance * 1_000) / 1_000)}
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )

/** Said of a price that is not live. */
const asOf = ({ as_of }: TopMarket): string | undefined =>
  as_of === null ? undefined : `Last price as of ${time(as_of)}`
