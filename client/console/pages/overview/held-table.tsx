/** Open positions, one a row, with their present gain. */

import { words } from '../../format/words.ts'
import { Badge } from '../../parts/badge.tsx'
import { CloseButton } from '../../parts/close/close-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { valueColumns } from '../../parts/figures/value-columns.tsx'
import { MarketLink } from '../../parts/market-link.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { canTrade } from '../../session/session.ts'
import { to } from '../../shell/navigation/route.ts'
import type { Held } from './by-size.ts'

export const HeldTable = ({ held }: { readonly held: readonly Held[] }) => (
  <Table
    label="Positions"
    rows={held}
    idOf={({ subaccount_id, svc_id }) => `${subaccount_id} ${svc_id}`}
    none={<Empty next={[to('markets'), 'Search for a market']}>No positions. Open a market to buy.</Empty>}
    columns={COLUMNS}
    actions={canTrade.value ? (one) => <CloseButton position={one} subaccountId={one.subaccount_id} /> : null}
  />
)

const COLUMNS: readonly Column<Held>[] = [
  {
    title: 'Market',
    kind: 'title',
    cell: ({ svc_id, market_title, exchange_name, settlement }) => (
      <span class="row">
        <MarketLink svc_id={svc_id} market_title={market_title} />
        <ExchangeBadge name={exchange_name} />
        {settlement === null ? null : <Badge kind="busy">{words(settlement)}</Badge>}
      </span>
    ),
  },
  ...valueColumns,
]
