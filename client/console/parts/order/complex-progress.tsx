/** Follows a stop or a TWAP that was just armed. */

import { useEffect } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'
import { sayHere } from '../../notifications/said-here.ts'
import { to } from '../../shell/navigation/route.ts'
import { ArmedStatus } from './armed-status.tsx'
import { OrderProgress } from './order-progress.tsx'

export const ComplexProgress = ({ id: complex_order_id }: { readonly id: string }) => {
  useEffect(() => sayHere(complex_order_id), [complex_order_id])
  const { data } = useLive(
    complex_order_id,
    () => ask(api.GET('/v1/complex-orders/{complex_order_id}', { params: { path: { complex_order_id } } })),
    { everyS: 2, topics: ['complex_orders', 'orders'], isStreamed: true },
  )
  const placed = data?.conditional_order?.trigger_svc_order_id ?? null
  if (placed !== null) return <OrderProgress id={placed} />
  return (
    <p class="row small">
      {data === null ? 'Sent.' : <ArmedStatus of={data} />} <a href={to('conditionals')}>Follow it</a>
    </p>
  )
}
