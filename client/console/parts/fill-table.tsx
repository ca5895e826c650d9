/** Trades of the accounts, one a row. */

import type { ComponentChildren } from 'preact'
import type { Fill } from '../api/types.ts'
import { money } from '../format/money.ts'
import { price as cents } from '../format/price.ts'
import { quantity } from '../format/quantity.ts'
import { time } from '../format/time.ts'
import { to } from '../shell/navigation/route.ts'
import { Badge } from './badge.tsx'
import { ExchangeBadge } from './exchange-badge.tsx'
import { MarketLink } from './market-link.tsx'
import { type Column, Table } from './table.tsx'

interface Props {
  readonly fills: readonly Fill[]
  /** An `Empty`. */
  readonly none: ComponentChildren
  readonly withMarket?: boolean
}

export const FillTable = ({ fills, none, withMarket = true }: Props) => (
  <Table
    label="Fills"
    rows={fills}
    idOf={({ fill_id }) => fill_id}
    none={none}
    columns={withMarket ? [MARKET, ...COLUMNS] : COLUMNS}
  />
)

const MARKET: Column<Fill> = {
  title: 'Market',
  kind: 'title',
  cell: MarketLink,
}

const COLUMNS: readonly Column<Fill>[] = [
  { title: 'Exchange', cell: ({ exchange_name }) => <ExchangeBadge name={exchange_name} /> },
  {
    title: 'Side',
    cell: ({ buy_flag }) => <span class={buy_flag ? 'buy strong' : 'sell strong'}>{buy_flag ? 'Buy' : 'Sell'}</span>,
  },
  { title: 'Contracts', kind: 'end', cell: ({ qty }) => quantity(qty) },
  { title: 'Price', kind: 'end', cell: ({ price }) => cents(price) },
  { title: 'Fee', kind: 'end', cell: ({ fee }) => money(fee) },
  { title: 'Role', cell: ({ is_maker }) => (is_maker ? 'Maker' : 'Taker') },
  {
    title: 'Status',
    cell: ({ status }) => (
      <Badge kind={status === 'FINAL' ? 'good' : status === 'REVERSED' ? 'bad' : 'busy'}>
        {status === 'FINAL' ? 'Final' : status === 'REVERSED' ? 'Reversed' : 'Settling'}
      </Badge>
    ),
  },
  {
    title: 'Order',
    cell: ({ svc_order_id }) =>
      svc_order_id === null ? (
        <span class="muted">made elsewhere</span>
      ) : (
        <a href={to('orders', svc_order_id)}>order</a>
      ),
  },
  { title: 'Time', kind: 'end', cell: ({ exchange_timestamp }) => time(exchange_timestamp) },
]
