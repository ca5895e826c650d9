/** Stops, exits and TWAPs, one a row. */

import type { ComplexOrder } from '../../api/types.ts'
import { time } from '../../format/time.ts'
import { canTrade } from '../../session/session.ts'
import { Empty } from '../empty.tsx'
import { Table } from '../table.tsx'
import { ArmedStatus } from './armed-status.tsx'
import { CancelComplexButton } from './cancel-complex-button.tsx'
import { describeComplex } from './describe-complex.ts'
import { MoveButton } from './move-button.tsx'

export const ArmedTable = ({ complexOrders }: { readonly complexOrders: readonly ComplexOrder[] }) => (
  <Table
    label="Armed"
    rows={complexOrders}
    idOf={({ complex_order_id }) => complex_order_id}
    none={<Empty>Stops, exits and TWAPs would stand here while they wait.</Empty>}
    columns={[
      { title: 'What', kind: 'title', cell: describeComplex },
      { title: 'Status', cell: (order) => <ArmedStatus of={order} /> },
      { title: 'Since', kind: 'end', cell: ({ created_at }) => time(created_at) },
      ...(canTrade.value
        ? [
            {
              title: 'Actions',
              kind: 'actions' as const,
              cell: (order: ComplexOrder) =>
                order.status === 'PENDING' || order.status === 'ACTIVE' ? (
                  <>
                    <MoveButton of={order} all={complexOrders} />
                    <CancelComplexButton of={order} />
                  </>
                ) : null,
            },
          ]
        : []),
    ]}
  />
)
