/** Search as you type, and the lists of markets and events. Without a text they list all. */

import { useSettled } from '../../live/use-settled.ts'
import { Chips } from '../../parts/form/chips.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { Page } from '../../parts/page.tsx'
import { chosen } from '../../shell/navigation/route.ts'
import { searched } from '../../shell/navigation/searched.ts'
import { EventList } from './event-list.tsx'
import { MarketList } from './market-list.tsx'
import { CATEGORY_CHOICES, EXCHANGE_CHOICES, useFilters, VIEWS } from './use-filters.ts'

export const SearchPage = () => {
  const q = useSettled(searched().trim())
  const filters = useFilters(q)
  return (
    <Page
      title={q === '' ? 'Markets' : `Search: ${q}`}
      actions={
        <>
          <Segments label="Show" value={filters.view} choose={filters.setView} options={VIEWS} />
          <Segments label="Exchange" value={filters.where} choose={filters.setWhere} options={EXCHANGE_CHOICES} />
        </>
      }
    >
      <Chips label="Category" value={filters.kind} choose={filters.setKind} options={CATEGORY_CHOICES} />
      {filters.view === 'events' ? (
        <EventList query={filters.query} />
      ) : (
        <MarketList {...filters} list={chosen('list')} />
      )}
    </Page>
  )
}
