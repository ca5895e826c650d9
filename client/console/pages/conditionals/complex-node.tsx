/** One stop, exit or TWAP in a tree, with what hangs on it and the orders it has placed. */

import type { ComplexOrder } from '../../api/types.ts'
import { averagePrice } from '../../format/average-price.ts'
import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { time } from '../../format/time.ts'
import { UsageBar } from '../../parts/figures/usage-bar.tsx'
import { ArmedActions } from '../../parts/order/armed-actions.tsx'
import { ArmedStatus } from '../../parts/order/armed-status.tsx'
import { describeComplex } from '../../parts/order/describe-complex.ts'
import { placeOf } from '../../parts/order/order-table.tsx'
import { PlacedOrder } from '../../parts/order/placed-order.tsx'
import { to } from '../../shell/navigation/route.ts'

interface Props {
  readonly of: ComplexOrder
  readonly childrenOf: (complexOrderId: string) => readonly ComplexOrder[]
}

export const ComplexNode = ({ of, childrenOf }: Props) => {
  const { complex_order_id, status, conditional_order, twap_order } = of
  const all = childrenOf(complex_order_id)
  // An SL and the stop it has armed are one thing.
  const isItsStop = (child: ComplexOrder) => child.complex_order_id === conditional_order?.trigger_complex_order_id
  const children = all.filter((child) => !isItsStop(child))
  const fired = all.find(isItsStop)?.conditional_order ?? conditional_order
  const placed = fired?.trigger_svc_order_id ?? null
  // From then on its order shows its state.
  const isPlaced = status === 'TRIGGERED' && placed !== null
  return (
    <li>
      <div class="row between">
        <div class="stack-tight">
          <span class="strong">{describeComplex(of)}</span>
          <span class="row small">
            {placeOf(of)} {isPlaced ? null : <ArmedStatus of={of} />}
            {fired?.triggered_at == null || fired.trigger_price === null ? null : (
              <span class="muted">
                fired {time(fired.triggered_at)} at {price(fired.trigger_price)}
              </span>
            )}
            {placed === null ? null : isPlaced ? (
              <PlacedOrder id={placed} />
            ) : (
              <a href={to('orders', placed)}>its order</a>
            )}
          </span>
        </div>
        <ArmedActions of={of} all={all} />
      </div>
      {twap_order === null ? null : <TwapProgress twap={twap_order} />}
      {children.length === 0 ? null : (
        <ul>
          {children.map((child) => (
            <ComplexNode key={child.complex_order_id} of={child} childrenOf={childrenOf} />
          ))}
        </ul>
      )}
    </li>
  )
}

const TwapProgress = ({ twap }: { readonly twap: NonNullable<ComplexOrder['twap_order']> }) => {
  const { filled_qty, total_qty, average_price, slices_done, slices, next_slice_at, ends_at, svc_order_ids } = twap
  return (
    <ul>
      <li class="stack-tight">
        <UsageBar label="Filled of the TWAP" used={filled_qty} limit={total_qty} />
        <span class="small muted">
          {quantity(filled_qty)} of {quantity(total_qty)} filled at {averagePrice(average_price)}; slice {slices_done}{' '}
          of {slices}
          {next_slice_at === null ? '' : `, next ${time(next_slice_at)}`}, ends {time(ends_at)}
        </span>
        {svc_order_ids.length === 0 ? null : (
          <span class="row small">
            {svc_order_ids.map((id, place) => (
              <a key={id} href={to('orders', id)}>
                slice {place + 1}
              </a>
            ))}
          </span>
        )}
      </li>
    </ul>
  )
}
