/** One custom asset: the books of its members as one, and the ticket that trades all of them. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { readOpenOrders } from '../../api/open-orders.ts'
import { words } from '../../format/words.ts'
import { useLive } from '../../live/use-live.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { MarketRows } from '../../parts/market-rows.tsx'
import { OrderTable } from '../../parts/order/order-table.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { canTrade } from '../../session/session.ts'
import { go } from '../../shell/route.ts'
import { type Draft, emptyDraft } from '../../ticket/draft.ts'
import { Ticket } from '../../ticket/ticket.tsx'
import { ConsolidatedBook } from './consolidated-book.tsx'

export const CustomAssetPage = ({ id: custom_asset_id }: { readonly id: string }) => {
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, kind: 'MARKET' })
  const path = { custom_asset_id }
  const asset = useLive(
    custom_asset_id,
    () => ask(api.GET('/v1/custom-assets/{custom_asset_id}', { params: { path } })),
    { everyS: 20, topics: ['custom_assets'] },
  )
  const orders = useLive(custom_asset_id, () => readOpenOrders({ custom_asset_id }), { everyS: 4, topics: ['orders'] })
  return (
    <LiveView of={asset}>
      {({ name, description, allocation, members, subaccount_id }) => (
        <Page
          title={name}
          lead={description ?? (allocation === 'EQUAL' ? 'Split evenly over its markets' : words(allocation))}
          actions={
            canTrade.value ? (
              <ActButton
                act={() => ask(api.DELETE('/v1/custom-assets/{custom_asset_id}', { params: { path } }))}
                done="Deleted."
                then={() => go('custom-assets')}
              >
                Delete
              </ActButton>
            ) : undefined
          }
        >
          <div class="split">
            <ConsolidatedBook customAssetId={custom_asset_id} members={members} />
            {canTrade.value ? (
              <Ticket draft={draft} change={setDraft} target={{ custom_asset_id }} subaccountId={subaccount_id} />
            ) : null}
          </div>
          <Panel title="Its markets">
            <MarketRows markets={members} />
          </Panel>
          <Panel title="Open orders">
            <LiveView of={orders}>
              {(rows) => <OrderTable label="Open orders" orders={rows} none="No open orders." withMarket={false} />}
            </LiveView>
          </Panel>
        </Page>
      )}
    </LiveView>
  )
}
