/** The legs of an order on a custom asset: one order at each member. */

import { type Answer, ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Order } from '../../api/types.ts'
import { useLive } from '../../live/use-live.ts'
import { Empty } from '../../parts/empty.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { OrderTable } from '../../parts/order/order-table.tsx'
import { Panel } from '../../parts/panel.tsx'

export const Legs = ({ ids }: { readonly ids: readonly string[] }) => {
  const legs = useLive(ids.join(), () => readLegs(ids), { everyS: 4, topics: ['orders'] })
  return (
    <Panel title="Legs">
      <LiveView of={legs}>
        {(orders) => (
          <OrderTable
            label="Legs"
            orders={orders}
            none={<Empty>The orders at its markets stand here as soon as they are placed.</Empty>}
          />
        )}
      </LiveView>
    </Panel>
  )
}

const readLegs = async (ids: readonly string[]): Promise<Answer<readonly Order[]>> => {
  const answers = await Promise.all(
    ids.map((order_id) => ask(api.GET('/v1/orders/{order_id}', { params: { path: { order_id } } }))),
  )
  const orders: Order[] = []
  for (const answer of answers) {
    if (!answer.ok) return answer
    orders.push(answer.data)
  }
  return { ok: true, data: orders }
}
