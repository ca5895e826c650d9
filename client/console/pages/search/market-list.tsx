/** All markets as rows, or the markets of a watchlist. With a text, the first events stand above them. */

import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { count } from '../../format/words.ts'
import { useLive } from '../../live/use-live.ts'
import { Empty } from '../../parts/empty.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { MarketRows } from '../../parts/market-rows/market-rows.tsx'
import { Note } from '../../parts/note.tsx'
import { ShowMore } from '../../parts/show-more.tsx'
import { useFound } from '../../shell/bar/first-result.ts'
import { choose } from '../../shell/navigation/route.ts'
import { ListTabs } from '../../watchlists/list-tabs.tsx'
import { useWatchlists } from '../../watchlists/use-watchlists.ts'
import { watchlists } from '../../watchlists/watchlists.ts'
import { FoundEvents } from './found-events.tsx'
import { RowSkeleton } from './row-skeleton.tsx'
import { SortSelect } from './sort-select.tsx'
import { UnlistedNote } from './unlisted-note.tsx'
import { useByChange } from './use-by-change.ts'
import type { Filters } from './use-filters.ts'

const FIRST = 25
const MOST = 100
const EVENTS = 4

interface Props extends Pick<Filters, 'query' | 'sort' | 'setSort'> {
  /** Name of a watchlist; empty for all markets. */
  readonly list: string
}

export const MarketList = ({ query, sort, setSort, list }: Props) => {
  const lists = useWatchlists()
  const watched = watchlists.value?.watchlists.find(({ name }) => name === list)?.svc_ids
  const isAll = list === '' || (watchlists.value !== null && watched === undefined)
  const isByChange = sort === 'change'
  const key = JSON.stringify([query, sort, isAll ? '' : list])
  const [shown, setShown] = useState(FIRST)
  useEffect(() => setShown(FIRST), [key])
  const hasNone = !isAll && (watched === undefined || watched.length === 0)
  const markets = useLive(
    hasNone ? '' : `markets ${key} ${shown} ${isAll ? '' : watched?.join()}`,
    () => {
      // A market past its end may trade on for a while; the next to end is another one.
      const ending = sort === 'ends_soon' && isAll ? { expiration_date_start: new Date().toISOString() } : {}
      const which = isAll ? { ...query, ...ending } : { ...query, svc_ids: watched ?? [] }
      const order = sort === 'best' ? {} : { sort: isByChange ? 'volume' : sort }
      return ask(api.GET('/v1/markets/search', { params: { query: { ...which, ...order, limit: shown } } }))
    },
    { everyS: 60, subject: key },
  )
  const events = useLive(
    'q' in query && isAll ? `events ${JSON.stringify(query)}` : '',
    () => ask(api.GET('/v1/events', { params: { query: { ...query, limit: EVENTS } } })),
    { everyS: 60 },
  )
  const sorted = useByChange(markets.data?.results ?? [], isByChange)
  useFound(markets.data === null ? null : (query.q ?? ''))
  const corrected = markets.data?.corrected_query ?? null
  const total = markets.data?.total
  const isLoading = isAll || watched !== undefined ? markets.data === null : lists.data === null
  const problem = isAll || watched !== undefined ? markets.problem : lists.problem
  return (
    <>
      {corrected === null ? null : <Note>Showing results for “{corrected}”.</Note>}
      {events.data === null || events.data.events.length === 0 ? null : <FoundEvents events={events.data.events} />}
      <ListTabs value={isAll ? '' : list} choose={(name) => choose('list', name)}>
        <span class="muted small total">{total === undefined ? '' : count(total, 'result')}</span>
        <SortSelect sort={sort} setSort={setSort} hasText={'q' in query} />
      </ListTabs>
      {isByChange ? <MovesNote of={sorted.markets.length} isSorted={sorted.isSorted} /> : null}
      <section class="panel" aria-label={isAll ? 'Markets' : list}>
        {hasNone && watched !== undefined ? (
          <Empty next={['#/markets', 'Show all markets']}>No market yet. The star of a market puts it here.</Empty>
        ) : isLoading && problem === null ? (
          <RowSkeleton rows={FIRST} />
        ) : (
          <LiveView of={watched === undefined && !isAll ? { ...markets, problem } : markets}>
            {({ results, has_more }) =>
              results.length === 0 ? (
                <Empty next={['#/markets', 'Show all markets']}>{NONE['q' in query ? 'words' : 'filters']}</Empty>
              ) : (
                <>
                  <MarketRows markets={sorted.markets} list={isAll ? undefined : list} />
                  {isAll || watched === undefined || !isWhole(query, has_more) ? null : (
                    <UnlistedNote list={list} watched={watched} shown={results.map(({ svc_id }) => svc_id)} />
                  )}
                  <ShowMore
                    key={key}
                    of={markets}
                    hasMore={has_more}
                    shown={shown}
                    step={FIRST}
                    most={isAll ? MOST : 2 * MOST}
                    show={setShown}
                    beyond="Search to find others."
                  />
                </>
              )
            }
          </LiveView>
        )}
      </section>
    </>
  )
}

/** Its room stays while the prices are read. */
const MovesNote = ({ of, isSorted }: { readonly of: number; readonly isSorted: boolean }) => (
  <p class="muted small" role="status">
    {isSorted && of > 0
      ? `The biggest moves within a day among the ${of} most traded markets of this list.`
      : `Reading the prices of the ${of === 0 ? '' : `${of} `}most traded markets of this list…`}
  </p>
)

const NONE = { words: 'No market has all these words. Try fewer.', filters: 'No market is of this kind now.' }

/** True if all markets of a list are on the page that the catalogue still has. */
const isWhole = (query: object, hasMore: boolean): boolean => !hasMore && Object.keys(query).length === 0
