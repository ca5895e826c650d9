/** Orders of the subaccount: the open ones, or all. */

import { useState } from 'preact/hooks'
import { type Answer, ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { OPEN_OF_A_STATUS, readOpenOrders } from '../../api/open-orders.ts'
import type { Order } from '../../api/types.ts'
import { useLive } from '../../live/use-live.ts'
import { Empty } from '../../parts/empty.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { OrderTable } from '../../parts/order/order-table.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ShowMore } from '../../parts/show-more.tsx'
import { canTrade, subaccount } from '../../session/session.ts'
import { CancelAlls } from '../../shell/halt/cancel-alls.tsx'
import { useChoice } from '../../shell/navigation/use-choice.ts'

type Which = 'open' | 'all' | 'EXECUTED' | 'CANCELLED' | 'REJECTED'

const WHICH: readonly (readonly [Which, string])[] = [
  ['open', 'Open'],
  ['all', 'All'],
  ['EXECUTED', 'Executed'],
  ['CANCELLED', 'Cancelled'],
  ['REJECTED', 'Rejected'],
]

export const OrdersPage = () => {
  const [which, setWhich] = useChoice<Which>('shown', 'open', WHICH)
  const [limit, setLimit] = useState(50)
  const subaccount_id = subaccount.value?.subaccount_id ?? ''
  const orders = useLive(
    subaccount_id === '' ? '' : `${subaccount_id} ${which} ${limit}`,
    () => readOrders(which, subaccount_id, limit),
    { everyS: 4, topics: ['orders', 'fills'], isStreamed: true, subject: `${subaccount_id} ${which}` },
  )
  const complex = useLive(
    subaccount_id,
    () => ask(api.GET('/v1/complex-orders', { params: { query: { subaccount_id, limit: 300 } } })),
    { everyS: 10, topics: ['complex_orders', 'orders'], isStreamed: true },
  )
  // Most orders are at the exchange.
  const isCut = (orders.data?.filter(({ status }) => status === 'RESTING').length ?? 0) >= OPEN_OF_A_STATUS
  return (
    <Page title="Orders" actions={<Segments label="Orders shown" value={which} choose={setWhich} options={WHICH} />}>
      <Panel title={TITLES[which]}>
        <LiveView of={orders}>
          {(rows) => (
            <OrderTable
              label="Orders"
              orders={rows}
              complexOrders={complex.data?.complex_orders.conditional_orders ?? null}
              none={<Empty next={['#/markets', 'Search for a market']}>{NONE[which]}</Empty>}
            />
          )}
        </LiveView>
        {which === 'open' && isCut ? (
          <p class="inside muted small">These are the first {OPEN_OF_A_STATUS}. Choose All to find others.</p>
        ) : null}
        {which === 'open' || orders.data === null ? null : (
          <ShowMore key={which} of={orders} hasMore={orders.data.length >= limit} shown={limit} show={setLimit} />
        )}
      </Panel>
      {canTrade.value && subaccount_id !== '' ? <CancelAlls subaccountId={subaccount_id} /> : null}
    </Page>
  )
}

const TITLES: Readonly<Record<Which, string>> = {
  open: 'Open orders',
  all: 'All orders',
  EXECUTED: 'Executed orders',
  CANCELLED: 'Cancelled orders',
  REJECTED: 'Rejected orders',
}

const NONE: Readonly<Record<Which, string>> = {
  open: 'No open orders. Open a market to place one.',
  all: 'No orders yet. Open a market to place one.',
  EXECUTED: 'No order has filled completely yet.',
  CANCELLED: 'No order was cancelled.',
  REJECTED: 'No order was refused by an exchange or this service.',
}

const readOrders = async (which: Which, subaccount_id: string, limit: number): Promise<Answer<readonly Order[]>> => {
  if (which === 'open') return readOpenOrders({ subaccount_id })
  const query = { subaccount_id, limit, ...(which === 'all' ? {} : { status: [which] }) }
  const answer = await ask(api.GET('/v1/orders', { params: { query } }))
  return answer.ok ? { ok: true, data: answer.data.orders } : answer
}
