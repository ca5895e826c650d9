/** Markets as rows; with a text, the first events above them. */

import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { count } from '../../format/words.ts'
import { useLive } from '../../live/use-live.ts'
import { Empty } from '../../parts/empty.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { MarketRows } from '../../parts/market-rows/market-rows.tsx'
import { Note } from '../../parts/note.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ShowMore } from '../../parts/show-more.tsx'
import { useFound } from '../../shell/first-result.ts'
import { FoundEvents } from './found-events.tsx'
import { RowSkeleton } from './row-skeleton.tsx'
import type { useFilters } from './use-filters.ts'

const FIRST = 25
const MOST = 100
const EVENTS = 4

export const MarketList = ({ query }: { readonly query: ReturnType<typeof useFilters>['query'] }) => {
  const key = JSON.stringify(query)
  const [shown, setShown] = useState(FIRST)
  useEffect(() => setShown(FIRST), [key])
  const markets = useLive(
    `markets ${key} ${shown}`,
    () => ask(api.GET('/v1/markets/search', { params: { query: { ...query, limit: shown } } })),
    { everyS: 60, subject: key },
  )
  const events = useLive(
    'q' in query ? `events ${key}` : '',
    () => ask(api.GET('/v1/events', { params: { query: { ...query, limit: EVENTS } } })),
    { everyS: 60 },
  )
  useFound(markets.data === null ? null : (query.q ?? ''))
  const corrected = markets.data?.corrected_query ?? null
  const total = markets.data?.total
  return (
    <>
      {corrected === null ? null : <Note>Showing results for “{corrected}”.</Note>}
      {events.data === null || events.data.events.length === 0 ? null : <FoundEvents events={events.data.events} />}
      <Panel
        title="Markets"
        aside={<span class="muted small">{total === undefined ? '' : count(total, 'result')}</span>}
      >
        {markets.data === null && markets.problem === null ? (
          <RowSkeleton rows={FIRST} />
        ) : (
          <LiveView of={markets}>
            {({ results, has_more }) =>
              results.length === 0 ? (
                <Empty next={['#/markets', 'Show all markets']}>{NONE['q' in query ? 'words' : 'filters']}</Empty>
              ) : (
                <>
                  <MarketRows markets={results} />
                  <ShowMore
                    key={key}
                    of={markets}
                    hasMore={has_more}
                    shown={shown}
                    step={FIRST}
                    most={MOST}
                    show={setShown}
                    beyond="Search to find others."
                  />
                </>
              )
            }
          </LiveView>
        )}
      </Panel>
    </>
  )
}

const NONE = { words: 'No market has all these words. Try fewer.', filters: 'No market is of this kind now.' }
