/** Positions in the markets of a custom asset. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Market, Position } from '../../api/types.ts'
import { gain } from '../../format/money.ts'
import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { useLive } from '../../live/use-live.ts'
import { Empty } from '../../parts/empty.tsx'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { MarketLink } from '../../parts/market-link.tsx'
import { type Column, Table } from '../../parts/table.tsx'

interface Props {
  readonly subaccountId: string
  readonly members: readonly Market[]
}

export const MemberPositions = ({ subaccountId: subaccount_id, members }: Props) => {
  const positions = useLive(
    subaccount_id,
    () => ask(api.GET('/v1/positions', { params: { query: { subaccount_id, include_closed: true } } })),
    { everyS: 6, topics: ['positions', 'fills', 'orders'] },
  )
  return (
    <LiveView of={positions}>
      {({ subaccount_to_positions: [own] }) => (
        <Table
          label="Positions in its markets"
          rows={(own?.positions ?? []).filter(
            ({ svc_id, position }) => position !== 0 && members.some((member) => member.svc_id === svc_id),
          )}
          idOf={({ svc_id }) => String(svc_id)}
          none={<Empty>What you hold of its markets would stand here.</Empty>}
          columns={COLUMNS}
        />
      )}
    </LiveView>
  )
}

const COLUMNS: readonly Column<Position>[] = [
  {
    title: 'Market',
    kind: 'title',
    cell: MarketLink,
  },
  { title: 'Exchange', cell: ({ exchange_name }) => <ExchangeBadge name={exchange_name} /> },
  { title: 'Contracts', kind: 'end', cell: ({ position }) => quantity(position) },
  {
    title: 'Average price',
    kind: 'end',
    cell: ({ position, avg_buy_price, avg_sell_price }) => price(position > 0 ? avg_buy_price : avg_sell_price),
  },
  { title: 'Unrealized', kind: 'end', cell: ({ unrealized_pnl }) => gain(unrealized_pnl) },
]
