/** Events, each with its most traded markets. */

import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { count } from '../../format/words.ts'
import { useLive } from '../../live/use-live.ts'
import { Empty } from '../../parts/empty.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Note } from '../../parts/note.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ShowMore } from '../../parts/show-more.tsx'
import { useFound } from '../../shell/bar/first-result.ts'
import { EventRows } from './event-rows.tsx'
import { RowSkeleton } from './row-skeleton.tsx'
import type { Filters } from './use-filters.ts'

const FIRST = 25
const MOST = 100

export const EventList = ({ query }: Pick<Filters, 'query'>) => {
  const key = JSON.stringify(query)
  const [shown, setShown] = useState(FIRST)
  useEffect(() => setShown(FIRST), [key])
  const events = useLive(
    `events ${key} ${shown}`,
    () => ask(api.GET('/v1/events', { params: { query: { ...query, limit: shown } } })),
    { everyS: 60, subject: key },
  )
  useFound(events.data === null ? null : (query.q ?? ''))
  const corrected = events.data?.corrected_query ?? null
  const total = events.data?.total
  return (
    <>
      {corrected === null ? null : <Note>Showing results for “{corrected}”.</Note>}
      <Panel
        title="Events"
        aside={<span class="muted small total">{total === undefined ? '' : count(total, 'result')}</span>}
      >
        {events.data === null && events.problem === null ? (
          <RowSkeleton rows={FIRST} />
        ) : (
          <LiveView of={events}>
            {(data) =>
              data.events.length === 0 ? (
                <Empty next={['#/markets?view=events', 'Show all events']}>No event has all these words.</Empty>
              ) : (
                <>
                  <EventRows events={data.events} />
                  <ShowMore
                    key={key}
                    of={events}
                    hasMore={data.has_more}
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
