/** Search as you type: events, and markets. Without a text, what is there. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { ExchangeName } from '../../api/types.ts'
import { count } from '../../format/words.ts'
import { useLive } from '../../live/use-live.ts'
import { useSettled } from '../../live/use-settled.ts'
import { LiveView } from '../../parts/live-view.tsx'
import { MarketRows } from '../../parts/market-rows.tsx'
import { Note } from '../../parts/note.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Segments } from '../../parts/segments.tsx'
import { searched } from '../../shell/search-field.tsx'
import { EventRows } from './event-rows.tsx'

const EVERYWHERE = 'all'
type Where = ExchangeName | typeof EVERYWHERE

export const SearchPage = () => {
  const [where, setWhere] = useState<Where>(EVERYWHERE)
  const [shown, setShown] = useState(20)
  const q = useSettled(searched.value.trim())
  const query = { ...(q === '' ? {} : { q }), ...(where === EVERYWHERE ? {} : { exchange_name: where }) }
  const key = JSON.stringify(query)
  const events = useLive(
    `events ${key}`,
    () => ask(api.GET('/v1/events', { params: { query: { ...query, limit: 8 } } })),
    { everyS: 60 },
  )
  const markets = useLive(
    `markets ${key} ${shown}`,
    () => ask(api.GET('/v1/markets/search', { params: { query: { ...query, limit: shown } } })),
    { everyS: 60 },
  )
  const corrected = markets.data?.corrected_query ?? null
  return (
    <Page
      title={q === '' ? 'Markets' : `Search: ${q}`}
      actions={
        <Segments
          label="Exchange"
          value={where}
          choose={setWhere}
          options={[
            [EVERYWHERE, 'All'],
            ['EXCHANGE_A', 'Kalshi'],
            ['EXCHANGE_B', 'Polymarket'],
          ]}
        />
      }
    >
      {corrected === null ? null : <Note>Showing results for “{corrected}”.</Note>}
      <div class="split search">
        <Panel title="Markets" aside={<span class="muted small">{total(markets.data?.total)}</span>}>
          <LiveView of={markets}>
            {({ results, has_more }) =>
              results.length === 0 ? (
                <p class="empty">No market fits. Try fewer words.</p>
              ) : (
                <>
                  <MarketRows markets={results} />
                  {has_more && shown < 100 ? (
                    <div class="inside">
                      <button type="button" class="button" onClick={() => setShown(shown + 40)}>
                        Show more
                      </button>
                    </div>
                  ) : null}
                </>
              )
            }
          </LiveView>
        </Panel>
        <Panel title="Events" aside={<span class="muted small">{total(events.data?.total)}</span>}>
          <LiveView of={events}>
            {(data) =>
              data.events.length === 0 ? <p class="empty">No event fits.</p> : <EventRows events={data.events} />
            }
          </LiveView>
        </Panel>
      </div>
    </Page>
  )
}

const total = (number: number | undefined): string => (number === undefined ? '' : count(number, 'result'))
