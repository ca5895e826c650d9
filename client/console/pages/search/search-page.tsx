/** Search as you type, and the lists of markets and events. Without a text they list all. */

import { useSettled } from '../../live/use-settled.ts'
import { Chips } from '../../parts/form/chips.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { Page } from '../../parts/page.tsx'
import { searched } from '../../shell/searched.ts'
import { EventList } from './event-list.tsx'
import { MarketList } from './market-list.tsx'
import { CATEGORY_CHOICES, EXCHANGE_CHOICES, useFilters, VIEWS } from './use-filters.ts'

export const SearchPage = () => {
  const q = useSettled(searched().trim())
  const { view, setView, where, setWhere, kind, setKind, query } = useFilters(q)
  return (
    <Page
      title={q === '' ? 'Markets' : `Search: ${q}`}
      actions={
        <>
          <Segments label="Show" value={view} choose={setView} options={VIEWS} />
          <Segments label="Exchange" value={where} choose={setWhere} options={EXCHANGE_CHOICES} />
        </>
      }
    >
      <Chips label="Category" value={kind} choose={setKind} options={CATEGORY_CHOICES} />
      {view === 'events' ? <EventList query={query} /> : <MarketList query={query} />}
    </Page>
  )
}
