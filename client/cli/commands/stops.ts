/** The command that lists complex orders: TP, SL, stops and TWAPs. */

import type { ComplexOrder } from '../../trading-client.ts'
import { type Command, must, type Session, show } from '../command.ts'
import { marketCell, timeCell } from '../draw/cells.ts'
import { sideStyle, statusStyle } from '../draw/colours.ts'
import { priceOrNone, priceText } from '../draw/numbers.ts'
import { drawTable, type Fit } from '../draw/table.ts'
import { armedComplexOrders } from '../find/armed-complex-orders.ts'
import { ownSubaccounts } from '../find/own-subaccounts.ts'
import { tagOf } from '../typed/names-of.ts'
import { wholeNumber } from '../typed/options.ts'

const STATUSES: readonly ComplexOrder['status'][] = [
  'PENDING',
  'ACTIVE',
  'TRIGGERED',
  'CANCELLED',
  'COMPLETED',
  'EXPIRED',
]

export const stops: Command = {
  group: 'Orders',
  does: 'lists the TP, SL, stops and TWAPs that may still place orders, newest first; --status lists those of one status',
  options: {
    '--status <status>': { does: 'those of this status', oneOf: STATUSES },
    '--tag <text>': 'only those with exactly this tag',
    '--limit <count>': 'lines at most (default: 20)',
  },
  run: async (session, _words, options) => {
    const status = STATUSES.find((one) => one === options['status']) ?? null
    const limit = wholeNumber(options, 'limit', 20)
    const { found, count } =
      status === null
        ? await armed(session, tagOf(options))
        : await listed(session, { status: [status], limit, ...tagOf(options) })
    if (count === 0) await ownSubaccounts(session)
    const shown = found.slice(0, limit)
    const rest = shown.length < count ? `\n${shown.length} of ${count}` : ''
    show(session, shown, () => (shown.length === 0 ? 'There are none.' : `${drawComplexOrders(shown, session)}${rest}`))
  },
}

interface Found {
  readonly found: readonly ComplexOrder[]
  /** The number of all stops. */
  readonly count: number
}

const armed = async (session: Session, filter: { readonly tag?: string }): Promise<Found> => {
  const found = await armedComplexOrders(session, filter)
  return { found, count: found.length }
}

const listed = async (
  { client, signal, subaccountId }: Session,
  filter: { readonly status: ComplexOrder['status'][]; readonly limit: number; readonly tag?: string },
): Promise<Found> => {
  const query = { ...filter, ...(subaccountId === null ? {} : { subaccount_id: subaccountId }) }
  const { complex_orders: kinds, count } = must(await client.GET('/v1/complex-orders', { params: { query }, signal }))
  const found = [...kinds.conditional_orders, ...kinds.twap_orders]
  return { found: found.sort((a, b) => b.created_at.localeCompare(a.created_at)), count }
}

/** A table of them. */
export const drawComplexOrders = (found: readonly ComplexOrder[], fit: Fit): string =>
  drawTable(
    [
      { name: 'time (UTC)', kind: 'time', drop: 4 },
      { name: 'id', kind: 'id' },
      'type',
      { name: 'market', kind: 'text' },
      { name: 'side', style: sideStyle },
      'qty',
      'stop',
      { name: 'trail', drop: 3 },
      { name: 'link', kind: 'text', drop: 2 },
      'price',
      { name: 'status', style: statusStyle },
      { name: 'order', kind: 'id', drop: 1 },
      { name: 'why', kind: 'text', drop: 5 },
    ],
    found.map((one) => {
      const terms = termsOf(one)
      return [
        timeCell(one.created_at),
        one.complex_order_id,
        one.complex_order_subtype ?? one.complex_order_type,
        marketCell(one),
        terms.buyFlag === null ? '' : terms.buyFlag ? 'buy' : 'sell',
        terms.isProtect ? `${terms.qty ?? 0} (protect)` : terms.qty,
        priceOrNone(terms.stop),
        priceOrNone(terms.trail),
        one.conditional_order?.link_id ?? '',
        terms.limit === null ? 'market' : priceText(terms.limit),
        one.status,
        one.conditional_order?.trigger_svc_order_id ?? one.conditional_order?.parent_svc_order_id ?? '',
        one.cancel_reason ?? '',
      ]
    }),
    fit,
  )

/** The two kinds say it in fields of their own. */
const termsOf = ({ conditional_order: conditional, twap_order: twap }: ComplexOrder) => ({
  buyFlag: conditional?.trigger_order_buy_flag ?? twap?.buy_flag ?? null,
  isProtect: conditional?.protect === true,
  qty: conditional?.trigger_order_qty ?? twap?.total_qty ?? null,
  stop: conditional?.stop_order_price ?? conditional?.trigger_stop_order_price ?? null,
  trail: conditional?.trail_amount ?? conditional?.trigger_trail_amount ?? null,
  limit: conditional?.trigger_order_limit_price ?? twap?.limit_price ?? null,
})
