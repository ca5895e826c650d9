/** The first page: positions, and orders and stops that can still act. */

import { readOpenOrders } from '../../api/open-orders.ts'
import { useLive } from '../../live/use-live.ts'
import { Empty } from '../../parts/empty.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { OrderTable } from '../../parts/order/order-table.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { subaccount } from '../../session/session.ts'
import { to } from '../../shell/route.ts'

export const OverviewPage = () => {
  const subaccount_id = subaccount.value?.subaccount_id ?? ''
  const orders = useLive(subaccount_id, () => readOpenOrders({ subaccount_id }), {
    everyS: 4,
    topics: ['orders', 'fills'],
    isStreamed: true,
  })
  return (
    <Page title="Overview">
      <Panel title="Open orders">
        <LiveView of={orders}>
          {(rows) => (
            <OrderTable
              label="Open orders"
              orders={rows}
              complexOrders={null}
              none={
                <Empty next={[to('markets'), 'Search for a market']}>
                  Orders that can still fill would stand here.
                </Empty>
              }
            />
          )}
        </LiveView>
      </Panel>
    </Page>
  )
}
