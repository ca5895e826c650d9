/** Positions, one a row. */

import type { Position } from '../../api/types.ts'
import { money } from '../../format/money.ts'
import { words } from '../../format/words.ts'
import { Badge } from '../../parts/badge.tsx'
import { CloseButton } from '../../parts/close/close-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { Gain } from '../../parts/figures/gain.tsx'
import { valueColumns } from '../../parts/figures/value-columns.tsx'
import { MarketLink } from '../../parts/market-link.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { canTrade } from '../../session/session.ts'

interface Props {
  readonly positions: readonly Position[]
  readonly subaccountId: string
}

export const PositionTable = ({ positions, subaccountId }: Props) => (
  <Table
    label="Positions"
    rows={positions}
    idOf={({ svc_id }) => String(svc_id)}
    none={
      <Empty next={['#/markets', 'Search for a market']}>No positions in this subaccount. Open a market to buy.</Empty>
    }
    columns={COLUMNS}
    actions={canTrade.value ? (position) => <CloseButton position={position} subaccountId={subaccountId} /> : null}
  />
)

const COLUMNS: readonly Column<Position>[] = [
  {
    title: 'Market',
    kind: 'title',
    cell: ({ svc_id, market_title, exchange_name, market_status, settlement, settlement_detail }) => (
      <span class="stack-tight">
        <MarketLink svc_id={svc_id} market_title={market_title} />
        <span class="row">
          <ExchangeBadge name={exchange_name} />
          {market_status === null || market_status === 'active' ? null : <Badge>{words(market_status)}</Badge>}
          {settlement === null ? null : <Badge kind="busy">{words(settlement)}</Badge>}
        </span>
        {settlement_detail === null ? null : <span class="muted">{settlement_detail}</span>}
      </span>
    ),
  },
  ...valueColumns,
  { title: 'Realized', kind: 'end', cell: ({ realized_pnl }) => <Gain of={realized_pnl} /> },
  { title: 'Fees', kind: 'end', cell: ({ total_fees }) => money(total_fees) },
]
