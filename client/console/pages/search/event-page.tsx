/** One event with its markets. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { shortMoney } from '../../format/money.ts'
import { day } from '../../format/time.ts'
import { useLive } from '../../live/use-live.ts'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { NoSuch } from '../../parts/no-such.tsx'
import { Page } from '../../parts/page.tsx'
import { EventOutcomes } from './event-outcomes.tsx'

export const EventPage = ({ id: event_id }: { readonly id: string }) => {
  const event = useLive(event_id, () => ask(api.GET('/v1/events/{event_id}', { params: { path: { event_id } } })), {
    everyS: 60,
  })
  return (
    <LiveView of={event} missing={<NoSuch what="event" list={['markets', 'Search for one']} />}>
      {({ title, exchange_name, category, end_datetime, volume_24h, markets }) => (
        <Page
          title={title}
          lead={
            <span class="row">
              <ExchangeBadge name={exchange_name} />
              {category} · ends {day(end_datetime)} · 24 h volume {shortMoney(volume_24h)}
            </span>
          }
        >
          <EventOutcomes markets={markets} />
        </Page>
      )}
    </LiveView>
  )
}
