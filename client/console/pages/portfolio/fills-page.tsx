/** Every trade of the subaccount's accounts, those made elsewhere included. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { time } from '../../format/time.ts'
import { useLive } from '../../live/use-live.ts'
import { Empty } from '../../parts/empty.tsx'
import { FillTable } from '../../parts/fill-table.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ShowMore } from '../../parts/show-more.tsx'
import { subaccount } from '../../session/session.ts'

export const FillsPage = () => {
  const [limit, setLimit] = useState(50)
  const subaccount_id = subaccount.value?.subaccount_id ?? ''
  const live = useLive(
    subaccount_id === '' ? '' : `${subaccount_id} ${limit}`,
    () => ask(api.GET('/v1/fills', { params: { query: { subaccount_id, limit } } })),
    { everyS: 5, topics: ['fills', 'orders'], isStreamed: true, subject: subaccount_id },
  )
  return (
    <Page title="Fills" lead="Every trade at the exchanges, also those that were made elsewhere.">
      <LiveView of={live}>
        {({ subaccount_to_fills: [group], has_more }) => (
          <Panel
            title="Fills"
            aside={<span class="muted small">last compared with the exchanges {time(group?.as_of)}</span>}
          >
            <FillTable
              fills={group?.fills ?? []}
              none={
                <Empty next={['#/markets', 'Search for a market']}>
                  No trades in this subaccount yet. Open a market to place an order.
                </Empty>
              }
            />
            <ShowMore of={live} hasMore={has_more} shown={limit} show={setLimit} />
          </Panel>
        )}
      </LiveView>
    </Page>
  )
}
