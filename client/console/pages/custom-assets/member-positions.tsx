/** Positions in the markets of a custom asset. */

import type { Market, Position } from '../../api/types.ts'
import { positionsOf } from '../../live/money/holdings.ts'
import { Empty } from '../../parts/empty.tsx'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { valueColumns } from '../../parts/figures/value-columns.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { MarketLink } from '../../parts/market-link.tsx'
import { type Column, Table } from '../../parts/table.tsx'

interface Props {
  readonly subaccountId: string
  readonly members: readonly Market[]
}

export const MemberPositions = ({ subaccountId, members }: Props) => (
  <LiveView of={positionsOf(subaccountId)}>
    {({ positions }) => (
      <Table
        label="Positions in its markets"
        rows={positions.filter(
          ({ svc_id, position }) => position !== 0 && members.some((member) => member.svc_id === svc_id),
        )}
        idOf={({ svc_id }) => String(svc_id)}
        none={<Empty>No positions in its markets. The ticket above buys some.</Empty>}
        columns={COLUMNS}
      />
    )}
  </LiveView>
)

const COLUMNS: readonly Column<Position>[] = [
  {
    title: 'Market',
    kind: 'title',
    cell: MarketLink,
  },
  { title: 'Exchange', cell: ({ exchange_name }) => <ExchangeBadge name={exchange_name} /> },
  ...valueColumns,
]
