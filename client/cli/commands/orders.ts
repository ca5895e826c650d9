/** Commands that place orders and follow them. */

import type { CreateOrder, Order } from '../../trading-client.ts'
import { type Command, CommandFailed, must, type Options, type Session, show } from '../command.ts'
import { marketCell, shortened, timeCell } from '../draw/cells.ts'
import { sideStyle, statusStyle } from '../draw/colours.ts'
import { exact, priceOrNone, priceText } from '../draw/numbers.ts'
import { type Column, drawTable, type Fit, ID_END } from '../draw/table.ts'
import { findMarket } from '../find/find-market.ts'
import { ownSubaccounts } from '../find/own-subaccounts.ts'
import { PMT } from '../pmt.ts'
import { rejection } from '../refusals/rejection.ts'
import { pause, sendOnce } from '../send-once.ts'
import { askAgain } from '../service/ask-again.ts'
import { AS_CSV, showCsv, wantsCsv } from '../show-csv.ts'
import { namesOf, TAG_OPTION } from '../typed/names-of.ts'
import { waitOf, wholeNumber } from '../typed/options.ts'
import { numberOf, priceOf, subaccountOf, timeOf } from '../typed/read-words.ts'

const TIMES = ['GTC', 'IOC', 'FOK', 'GTD'] as const

/** The words of an order. */
export const ORDER_WORDS = '<market> <qty> [price]'

export const ORDER_TYPED_AS = {
  max_slippage: '--max-slippage',
  protection_price: '--protection-price',
  post_only: '--post-only',
  reduce_only: '--reduce-only',
  cancel_on_pause: '--cancel-on-pause',
  tag: '--tag',
  client_order_id: '--client-order-id',
  time_in_force: '--tif',
  expiry_ts_utc: '--expiry',
  'conditional_orders_params.trigger_order.price': '--take-profit',
  'conditional_orders_params.trigger_order.stop_order_price': '--stop-loss',
} as const

export const ORDER_OPTIONS: NonNullable<Command['options']> = {
  '--take-profit <price>': 'sells what was bought, or buys back what was sold, at this better price',
  '--stop-loss <price>': 'the same once the price is as bad as this',
  '--tif <kind>': { does: 'time in force', oneOf: TIMES },
  '--expiry <time>': 'when the order ends: a time, or a duration such as 30m',
  '--max-slippage <dollars>': 'without a price: how far from the best price it may trade',
  '--protection-price <price>': 'without a price: the worst price it may trade at',
  '--post-only': 'refuses to trade at once',
  '--reduce-only': 'never opens or enlarges a position',
  ...TAG_OPTION,
  '--client-order-id <text>': 'your own name for the order',
  '--cancel-on-pause': 'ends when the exchange pauses the market',
}

const placing = (side: 'buy' | 'sell'): Command => ({
  group: 'Orders',
  words: ORDER_WORDS,
  does: `${side}s YES at a price or better; without a price, a MARKET order`,
  options: { ...ORDER_OPTIONS, '--wait <seconds>': 'longest wait for the end (default: 5)' },
  typedAs: ORDER_TYPED_AS,
  run: async (session, [text = '', qty, price], options) => {
    const seconds = waitOf(options, 5)
    const market = await findMarket(session.client, text)
    const body = orderOf(session, side, qty, price, options)
    const placed = await place(session, { ...body, svc_id: market.svc_id })
    session.progress(`${placed.svc_order_id} placed for "${market.name}"`)
    const result = await session.client.waitForOrder(placed.svc_order_id, {
      timeoutMs: seconds * 1_000,
      everyMs: 300,
      signal: session.signal,
      onChange: (order) =>
        session.progress(`${order.status}, ${exact(order.traded_qty)} of ${exact(order.qty)} filled`),
    })
    show(session, result.order ?? placed, () =>
      result.order === null ? `placed: ${placed.svc_order_id}` : drawOutcomes([result.order], session),
    )
    if (result.kind === 'timed_out') session.progress(CONTINUES)
    if (result.order?.status === 'REJECTED') throw new CommandFailed(rejection(result.order))
    if (result.kind === 'refused')
      throw new CommandFailed(
        `The order was placed, and cannot be followed: ${result.problem?.detail ?? result.status}`,
      )
  },
})

export const buy = placing('buy')
export const sell = placing('sell')

const STATUSES: ReadonlyArray<Order['status'] | 'open'> = [
  'open',
  'PENDING_SUBMISSION',
  'PROCESSING',
  'RESTING',
  'PARTIALLY_FILLED',
  'EXECUTED',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
]

export const orders: Command = {
  group: 'Orders',
  does: 'lists your orders, newest first; --watch follows them until Ctrl-C',
  options: {
    '--status <status>': { does: 'only orders of this status', oneOf: STATUSES },
    '--client-order-id <text>': 'only orders with exactly this name',
    '--tag <text>': 'only orders with exactly this tag',
    '--limit <count>': 'orders at most (default: 20)',
    '--csv': 'prints CSV for a spreadsheet',
    '--watch': 'prints the list again when it has changed',
    '--every <seconds>': 'with --watch: how often to look (default: 2)',
  },
  run: async (session, _words, options) => {
    const status = STATUSES.find((one) => one === options['status']) ?? null
    const limit = wholeNumber(options, 'limit', 20)
    const query = {
      limit,
      ...(status === null ? {} : { status: [status] }),
      ...(session.subaccountId === null ? {} : { subaccount_id: session.subaccountId }),
      ...namesOf(options),
    }
    if (wantsCsv(session, options)) {
      const { client, signal } = session
      return showCsv(session, await client.GET('/v1/orders', { params: { query }, signal, ...AS_CSV }))
    }
    const every = options['every'] === undefined ? 2 : numberOf(options['every'], '--every')
    if (every < MOST_OFTEN) throw new CommandFailed(`--every must be at least ${MOST_OFTEN} seconds.`, true)
    const ask = () => session.client.GET('/v1/orders', { params: { query } })
    const again = askAgain(session)
    let shown = ''
    do {
      const found = shown === '' ? must(await ask()) : await again(ask)
      if (found === null) continue
      if (shown === '' && found.count === 0) await ownSubaccounts(session)
      const none = status === null ? 'There are no orders.' : `There are no orders that are ${status}.`
      const table = () => `${drawOrders(found.orders, session)}\n${found.orders.length} of ${found.count}`
      const text = session.json ? JSON.stringify(found) : found.orders.length === 0 ? none : table()
      // A line of JSON for each state; tables stand apart.
      if (text !== shown) session.print(shown === '' || session.json ? text : `\n${text}`)
      shown = text
    } while (options['watch'] === true && (await pause(every, session.signal)))
  },
}

/** In seconds. A user has twenty requests in each, for everything. */
const MOST_OFTEN = 0.2

const place = (session: Session, body: CreateOrder) =>
  sendOnce(session, (key) =>
    session.client.POST('/v1/orders', {
      params: { header: { 'Idempotency-Key': key } },
      body,
      signal: session.signal,
    }),
  )

/** The body of an order from the words of a command. */
export const orderOf = (
  session: Session,
  side: 'buy' | 'sell',
  qty: string | undefined,
  price: string | undefined,
  options: Options,
): CreateOrder => {
  const buyFlag = side === 'buy'
  const quantity = numberOf(qty, 'qty')
  const said = TIMES.find((one) => one === options['tif']) ?? null
  const expiry = options['expiry'] === undefined ? null : timeOf(options['expiry'], '--expiry')
  // The service ignores the expiry of any other order, which would then rest for good.
  const tif = said ?? (expiry === null ? null : 'GTD')
  if (expiry !== null && tif !== 'GTD') throw new CommandFailed('--expiry goes with --tif GTD, or without --tif.', true)
  // The service takes GTC and GTD of a MARKET order for IOC.
  if (price === undefined && (tif === 'GTC' || tif === 'GTD'))
    throw new CommandFailed(
      'An order without a price trades at once. Give a price, or leave out --expiry and --tif.',
      true,
    )
  if (tif === 'GTD' && expiry === null) throw new CommandFailed('--tif GTD needs --expiry.', true)
  const takeProfit = options['take-profit']
  const stopLoss = options['stop-loss']
  const exit = { qty: quantity, buy_flag: !buyFlag }
  const exits: NonNullable<CreateOrder['conditional_orders_params']> = [
    ...(takeProfit === undefined
      ? []
      : [
          {
            conditional_order_type: 'TP' as const,
            trigger_order: { ...exit, price: priceOf(takeProfit, '--take-profit') },
          },
        ]),
    ...(stopLoss === undefined
      ? []
      : [
          {
            conditional_order_type: 'SL' as const,
            trigger_order: { ...exit, stop_order_price: priceOf(stopLoss, '--stop-loss') },
          },
        ]),
  ]
  return {
    subaccount_id: subaccountOf(session),
    buy_flag: buyFlag,
    qty: quantity,
    ...(price === undefined ? { order_type: 'MARKET' } : { order_type: 'LIMIT', price: priceOf(price, 'price') }),
    ...(tif === null ? {} : { time_in_force: tif }),
    ...(expiry === null ? {} : { expiry_ts_utc: expiry }),
    ...boundsOf(options),
    ...namesOf(options),
    ...(options['post-only'] === true ? { post_only: true } : {}),
    ...(options['reduce-only'] === true ? { reduce_only: true } : {}),
    ...(options['cancel-on-pause'] === true ? { cancel_on_pause: true } : {}),
    ...(exits.length === 0 ? {} : { conditional_orders_params: exits }),
  }
}

/** How far a MARKET order may trade. The service refuses them beside a price. */
const boundsOf = (options: Options): Pick<CreateOrder, 'max_slippage' | 'protection_price'> => {
  const [slippage, protection] = [options['max-slippage'], options['protection-price']]
  return {
    ...(slippage === undefined ? {} : { max_slippage: priceOf(slippage, '--max-slippage') }),
    ...(protection === undefined ? {} : { protection_price: priceOf(protection, '--protection-price') }),
  }
}

/**
 * A table of orders. On a terminal the reasons are lines below the table. Elsewhere they are a column; a reason that is too long for it is
 * printed below as well, whole.
 */
export const drawOrders = (found: readonly Order[], fit: Fit): string => {
  const below =
    fit.tableWidth === undefined
      ? new Set(found.map(reasonOf).filter((reason) => reason.length > LONGEST_REASON))
      : found
          .filter((order) => reasonOf(order) !== '')
          .map((order) => `${order.svc_order_id.slice(-ID_END)}  ${reasonOf(order)}`)
  const lines = [...below]
  return lines.length === 0 ? tableOf(found, fit) : [tableOf(found, fit), '', ...lines].join('\n')
}

/** The same of orders that were just placed: the failure of the command says why one is rejected. */
export const drawOutcomes = (found: readonly Order[], fit: Fit): string =>
  found.some(({ status }) => status === 'REJECTED') ? tableOf(found, fit) : drawOrders(found, fit)

/** Said of an order that has not ended when the wait is over. */
export const CONTINUES = `The order continues. ${PMT} orders shows it.`

const COLUMNS: readonly Column[] = [
  { name: 'time (UTC)', kind: 'time', drop: 2 },
  { name: 'order', kind: 'id' },
  { name: 'market', kind: 'text' },
  { name: 'side', style: sideStyle },
  { name: 'qty' },
  { name: 'price' },
  { name: 'filled' },
  { name: 'average', drop: 1 },
  { name: 'status', style: statusStyle },
]

const tableOf = (found: readonly Order[], fit: Fit): string =>
  drawTable(
    fit.tableWidth === undefined ? [...COLUMNS, 'why'] : COLUMNS,
    found.map((order) => [
      timeCell(order.created_at),
      order.svc_order_id,
      marketCell(order),
      order.buy_flag ? 'buy' : 'sell',
      order.qty,
      order.price === null ? 'market' : priceText(order.price),
      order.traded_qty,
      priceOrNone(order.average_price),
      order.status,
      shortened(reasonOf(order), LONGEST_REASON),
    ]),
    fit,
  )

const reasonOf = ({ reject_reason, cancel_reason, last_error }: Order): string =>
  reject_reason ?? cancel_reason ?? last_error ?? ''

const LONGEST_REASON = 40
