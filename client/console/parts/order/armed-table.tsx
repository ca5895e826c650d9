/** Stops, exits and TWAPs, one a row. */

import type { ComplexOrder } from '../../api/types.ts'
import { time } from '../../format/time.ts'
import { canTrade } from '../../session/session.ts'
import { Empty } from '../empty.tsx'
import { Table } from '../table.tsx'
import { ArmedActions } from './armed-actions.tsx'
import { ArmedStatus } from './armed-status.tsx'
import { describeComplex } from './describe-complex.ts'
import { placeOf } from './order-table.tsx'
import { PlacedOrder } from './placed-order.tsx'

interface Props {
  readonly complexOrders: readonly ComplexOrder[]
  readonly withMarket?: boolean
}

export const ArmedTable = ({ complexOrders, withMarket = false }: Props) => (
  <Table
    label="Armed"
    rows={complexOrders}
    idOf={({ complex_order_id }) => complex_order_id}
    none={<Empty>No stops, exits or TWAPs are waiting. The ticket of a market arms them.</Empty>}
    columns={[
      ...(withMarket ? [{ title: 'Market', kind: 'title' as const, cell: placeOf }] : []),
      { title: 'What', kind: withMarket ? 'long' : 'title', cell: describeComplex },
      { title: 'Status', cell: statusOf },
      { title: 'Since', kind: 'end', cell: ({ created_at }) => time(created_at) },
    ]}
    actions={canTrade.value ? (order) => <ArmedActions of={order} all={complexOrders} /> : null}
  />
)

/** If it has placed an order, that order shows its state: a take profit may rest for days. */
const statusOf = (order: ComplexOrder) => {
  const placed = order.conditional_order?.trigger_svc_order_id ?? null
  return order.status === 'TRIGGERED' && placed !== null ? <PlacedOrder id={placed} /> : <ArmedStatus of={order} />
}
