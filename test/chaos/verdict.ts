/** The rules that a play must not have broken, whatever happened in it. */

import { orderStore } from '#adapters/store/orders/orders.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { Order } from '#domain/orders/order.ts'
import { disagreements, type Ledger } from '../support/agreement.ts'
import { identitiesOf } from '../support/identities-of.ts'
import { ACCOUNT } from './exchanges.ts'
import { firstArrivals } from './first-arrivals.ts'
import type { Played } from './play.ts'
import { allConditionals, allOrders, type ShownOrder } from './reader.ts'
import { unprotected } from './unprotected.ts'

const RULES = [
  'our orders and the ledgers of the exchanges tell the same story',
  'no final order ever read less than the exchange had told',
  'no order ever read EXECUTED without being filled whole',
  'no order ever filled more than the largest total asked for',
  'every change of an order is done or refused in the end',
  'the fills of every final order are complete in the end',
  'nothing is on its way longer than 90 s after faults end',
  'no request made two orders',
  'every accepted 202 exists',
  'every refusal says why',
  'no fired stop loss leaves something held that nothing sells',
] as const
type Rule = (typeof RULES)[number]

export interface Verdict {
  readonly rules: ReadonlyArray<{
    readonly rule: Rule
    /** How it was broken, each case in words. */
    readonly cases: readonly string[]
  }>
  readonly orders: readonly ShownOrder[]
  /** From the moment of a 202 until the first send of the order arrived at its exchange, in ms, sorted. */
  readonly onTheirWay: readonly number[]
}

const FINAL = new Set(['EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED'])

/** No order may be on its way longer than this after the last fault. */
const LONGEST_MS = 90_000

export const judge = async (played: Played): Promise<Verdict> => {
  const { service, exchanges, client, reader, worst } = played
  const orders = await allOrders(service)
  const shown = new Map(orders.map((order) => [order.svc_order_id, order]))
  const store = orderStore(service.table())
  const stored = new Map<string, Order>()
  for (const { svc_order_id, svc_id } of orders) {
    const order = svc_id === null ? null : await store.get(svc_order_id)
    if (order !== null) stored.set(svc_order_id, order)
  }
  const namesOf = ({ svc_order_id }: { readonly svc_order_id: string }): readonly string[] => {
    const order = stored.get(svc_order_id)
    return order === undefined ? [] : identitiesOf(order)
  }
  const ledgers = await Promise.all(EXCHANGE_NAMES.map((name) => exchanges.ledger(name)))
  const atExchange = EXCHANGE_NAMES.map((name) =>
    orders.filter(({ svc_order_id }) => stored.get(svc_order_id)?.exchange === name),
  )
  const broken: Readonly<Record<Rule, readonly string[]>> = {
    'our orders and the ledgers of the exchanges tell the same story': ledgers.flatMap((ledger, place) =>
      disagreements(atExchange[place] ?? [], ledger, ACCOUNT, namesOf),
    ),
    'no final order ever read less than the exchange had told': [...reader.finals].flatMap(
      ([id, { status, traded }]) => {
        const now = shown.get(id)?.traded_qty ?? 0
        return traded < now ? [`${id} was ${status} with ${traded} of ${now}`] : []
      },
    ),
    'no order ever read EXECUTED without being filled whole': [...reader.executedShort],
    'no order ever filled more than the largest total asked for': orders.flatMap((order) => {
      const most = largestRequested(client, order)
      return order.traded_qty > most ? [`${order.svc_order_id} filled ${order.traded_qty} of ${most}`] : []
    }),
    'every change of an order is done or refused in the end': orders.flatMap(({ svc_order_id, last_amend }) =>
      last_amend?.status === 'PENDING' ? svc_order_id : [],
    ),
    'the fills of every final order are complete in the end': orders.flatMap(
      ({ svc_order_id, status, fills_complete }) => (FINAL.has(status) && !fills_complete ? svc_order_id : []),
    ),
    'nothing is on its way longer than 90 s after faults end':
      worst.ms > LONGEST_MS ? [`${worst.orderId}: ${Math.round(worst.ms / 1_000)} s`] : [],
    'no request made two orders': twice(
      orders.flatMap((order) => (order.parent_svc_order_id === null ? (order.client_order_id ?? []) : [])),
    ),
    'every accepted 202 exists': client.accepted
      .filter(({ id, path }) => path === '/v1/orders' && !shown.has(id))
      .map(({ id }) => id),
    'every refusal says why': client.bare,
    'no fired stop loss leaves something held that nothing sells': unprotected(
      await allConditionals(service),
      orders,
      stored,
    ),
  }
  return {
    orders,
    onTheirWay: waysOf(played, ledgers, namesOf),
    rules: RULES.map((rule) => ({ rule, cases: broken[rule] })),
  }
}

/** A FOK buy on EXCHANGE_B spends dollars, and may buy more with them (decision 0005). Nobody changes such an order. */
const largestRequested = (
  { changes }: Played['client'],
  { svc_order_id, qty, original_qty, time_in_force }: ShownOrder,
) =>
  time_in_force === 'FOK'
    ? Number.POSITIVE_INFINITY
    : Math.max(qty, original_qty ?? qty, ...(changes.get(svc_order_id) ?? []))

const twice = (names: readonly string[]): readonly string[] =>
  [...Map.groupBy(names, (name) => name)].filter(([, all]) => all.length > 1).map(([name]) => name)

const waysOf = (
  { client }: Played,
  ledgers: readonly Ledger[],
  namesOf: (order: { readonly svc_order_id: string }) => readonly string[],
): readonly number[] => {
  const ids = client.accepted.map(({ id }) => id)
  const arrived = firstArrivals(ledgers, ids, (id) => namesOf({ svc_order_id: id }))
  return client.accepted
    .map(({ id, at }) => Math.max(0, (arrived.get(id) ?? Number.NaN) - at))
    .filter(Number.isFinite)
    .toSorted((one, other) => one - other)
}
