/** Search as you type: events, and markets. Without a text it lists all markets. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { ExchangeName } from '../../api/types.ts'
import { EXCHANGES } from '../../format/exchanges.ts'
import { count } from '../../format/words.ts'
import { useLive } from '../../live/use-live.ts'
import { useSettled } from '../../live/use-settled.ts'
import { Empty } from '../../parts/empty.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { MarketRows } from '../../parts/market-rows.tsx'
import { Note } from '../../parts/note.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ShowMore } from '../../parts/show-more.tsx'
import { useFound } from '../../shell/first-result.ts'
import { searched } from '../../shell/searched.ts'
import { useChoice } from '../../shell/use-choice.ts'
import { EventRows } from './event-rows.tsx'

type Where = ExchangeName | 'all'

const EXCHANGE_CHOICES: readonly (readonly [Where, string])[] = [
  ['all', 'All'],
  ['EXCHANGE_A', EXCHANGES.EXCHANGE_A],
  ['EXCHANGE_B', EXCHANGES.EXCHANGE_B],
]

export const SearchPage = () => {
  const [where, setWhere] = useChoice<Where>('exchange', 'all', EXCHANGE_CHOICES)
  const [shown, setShown] = useState(20)
  const q = useSettled(searched().trim())
  const query = { ...(q === '' ? {} : { q }), ...(where === 'all' ? {} : { exchange_name: where }) }
  const key = JSON.stringify(query)
  const events = useLive(
    `events ${key}`,
    () => ask(api.GET('/v1/events', { params: { query: { ...query, limit: 8 } } })),
    { everyS: 60 },
  )
  const markets = useLive(
    `markets ${key} ${shown}`,
    () => ask(api.GET('/v1/markets/search', { params: { query: { ...query, limit: shown } } })),
    { everyS: 60, subject: key },
  )
  useFound(markets.data === null ? null : q)
  const corrected = markets.data?.corrected_query ?? null
  return (
    <Page
      title={q === '' ? 'Markets' : `Search: ${q}`}
      actions={<Segments label="Exchange" value={where} choose={setWhere} options={EXCHANGE_CHOICES} />}
    >
      {corrected === null ? null : <Note>Showing results for “{corrected}”.</Note>}
      <div class="split search">
        <Panel title="Markets" aside={<span class="muted small">{total(markets.data?.total)}</span>}>
          <LiveView of={markets}>
            {({ results, has_more }) =>
              results.length === 0 ? (
                <Empty next={['#/markets', 'Show all markets']}>No market has all these words. Try fewer.</Empty>
              ) : (
                <>
                  <MarketRows markets={results} />
                  <ShowMore
                    key={key}
                    of={markets}
                    hasMore={has_more}
                    shown={shown}
                    step={40}
                    most={100}
                    show={setShown}
                    beyond="Search to find others."
                  />
                </>
              )
            }
          </LiveView>
        </Panel>
        <Panel title="Events" aside={<span class="muted small">{total(events.data?.total)}</span>}>
          <LiveView of={events}>
            {(data) =>
              data.events.length === 0 ? (
                <Empty>No event has all these words.</Empty>
              ) : (
                <EventRows events={data.events} />
              )
            }
          </LiveView>
        </Panel>
      </div>
    </Page>
  )
}

const total = (number: number | undefined): string => (number === undefined ? '' : count(number, 'result'))
