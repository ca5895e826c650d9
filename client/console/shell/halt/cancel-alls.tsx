/** Both ways to end open work: orders, and armed stops. Orders that could not be cancelled are named. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { count } from '../../format/words.ts'
import { tell } from '../../live/topics.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Note } from '../../parts/note.tsx'

export const CancelAlls = ({ subaccountId: subaccount_id }: { readonly subaccountId: string }) => {
  const [told, setTold] = useState<readonly string[]>([])
  const add = (done: number, noun: string, failed: object): void => {
    const reasons = Object.values(failed).map(String)
    setTold((before) => [...before, `Cancelling ${count(done, noun)}.`, ...new Set(reasons)])
    tell('orders', 'complex_orders')
  }
  return (
    <>
      <div class="row">
        <ActButton
          act={() => ask(api.POST('/v1/orders/cancel-all', { body: { subaccount_id } }))}
          then={({ cancelled_svc_order_ids, failed_cancelled_reasons }) =>
            add(cancelled_svc_order_ids.length, 'order', failed_cancelled_reasons)
          }
        >
          Cancel all orders
        </ActButton>
        <ActButton
          act={() => ask(api.POST('/v1/complex-orders/cancel-all', { body: { subaccount_id } }))}
          then={({ cancelled_complex_order_ids, failed_cancelled_complex_order_ids }) =>
            add(cancelled_complex_order_ids.length, 'stop or TWAP', failed_cancelled_complex_order_ids)
          }
        >
          Cancel all stops and TWAPs
        </ActButton>
      </div>
      {told.length === 0 ? null : <Note>{told.join(' ')}</Note>}
    </>
  )
}
