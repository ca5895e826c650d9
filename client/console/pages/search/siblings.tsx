/** The other outcomes of the event of a market, the likeliest first, with the way to all of them. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Market } from '../../api/types.ts'
import { price } from '../../format/price.ts'
import { useLive } from '../../live/use-live.ts'
import { chanceOf, useQuotes } from '../../live/use-quotes.ts'
import { LiveView } from '../../parts/live-view.tsx'
import { Panel } from '../../parts/panel.tsx'
import { to } from '../../shell/navigation/route.ts'
import { outcomeName } from './outcome-name.ts'

const MOST = 6

interface Props {
  readonly of: Pick<Market, 'svc_id' | 'event_id'>
}

export const Siblings = ({ of: { svc_id, event_id } }: Props) => {
  const event = useLive(
    event_id ?? '',
    () => ask(api.GET('/v1/events/{event_id}', { params: { path: { event_id: event_id ?? '' } } })),
    { everyS: 300 },
  )
  const others = (event.data?.markets ?? [])
    .filter((market) => market.svc_id !== svc_id && market.status === 'active')
    .toSorted((one, other) => (other.last_price ?? 0) - (one.last_price ?? 0))
  const shown = others.slice(0, MOST)
  const quotes = useQuotes(shown.map((market) => market.svc_id))
  if (event_id === null || (event.data !== null && others.length === 0)) return null
  return (
    <Panel
      title="Same event"
      aside={
        <a class="small" href={to('events', event_id)}>
          {event.data === null ? 'All outcomes' : `All ${event.data.markets.length}`}
        </a>
      }
    >
      <LiveView of={event}>
        {() => (
          <ul class="siblings">
            {shown.map((market) => (
              <li key={market.svc_id}>
                <a href={to('markets', market.svc_id)}>
                  <span>{outcomeName(market)}</span>
                  <span class="strong">{chance(chanceOf(quotes.get(market.svc_id), market.last_price))}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </LiveView>
    </Panel>
  )
}

const chance = (value: number | null): string => (value === null ? '–' : price(Math.round(value * 1_000) / 1_000))
