/** The command that cancels orders and complex orders. */

import type { Market } from '../../trading-client.ts'
import { type Answer, type Command, CommandFailed, must, type Options, type Session, show } from '../command.ts'
import { armedComplexOrders } from '../find/armed-complex-orders.ts'
import { wholeId } from '../find/whole-id.ts'
import { EXCHANGE, exchangeOf } from '../typed/options.ts'
import { SIDES, subaccountOf } from '../typed/read-words.ts'

interface Cancelled {
  readonly cancelled_svc_order_ids: readonly string[]
  readonly failed_cancelled_reasons: Readonly<Record<string, string>>
  readonly cancelled_complex_order_ids: readonly string[]
  readonly failed_cancelled_complex_order_ids: Readonly<Record<string, string>>
}

interface CancelledAll extends Cancelled {
  /** Complex orders that may still place orders. */
  readonly armed_complex_order_ids: readonly string[]
}

const NOTHING: Cancelled = {
  cancelled_svc_order_ids: [],
  failed_cancelled_reasons: {},
  cancelled_complex_order_ids: [],
  failed_cancelled_complex_order_ids: {},
}

export const cancel: Command = {
  group: 'Orders',
  words: '<ids...>',
  does: 'requests cancellation of orders and complex orders by their ids; all takes every order, or those of an exchange or a side; --everything every complex order too',
  options: {
    '--exchange <name>': EXCHANGE,
    '--side <side>': { does: 'with all: only this side', oneOf: SIDES },
    '--everything': 'with all: complex orders too',
  },
  run: async (session, words, options) => {
    const everything = options['everything'] === true
    const filter = filterOf(options)
    if (words.includes('all') ? words.length > 1 : everything || filter !== null)
      throw new CommandFailed('Give ids, or all alone; the options go with all.', true)
    if (everything && filter !== null) throw new CommandFailed('--everything takes no filter.', true)
    const result =
      words[0] === 'all'
        ? await cancelAll(session, everything, filter ?? {})
        : sum(await Promise.all(words.map(one(session))))
    show(session, result, () => draw(result))
    // An order that ended meanwhile is not open any more, as requested.
    const failures = words[0] === 'all' ? 0 : failuresOf(result).length
    if (failures > 0) throw new CommandFailed(`Not cancelled: ${failures}.`)
  },
}

/** Each id is independent: a refused one does not hide the results of the others. */
const one =
  (session: Session) =>
  async (id: string): Promise<Cancelled> => {
    try {
      return await cancelById(session, await wholeId(session, id, 'all'))
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      return { ...NOTHING, failed_cancelled_reasons: { [id]: error.message } }
    }
  }

/**
 * The id of an order, else of a complex order. If the complex order has already placed an order or armed a stop, that order or stop is
 * cancelled instead.
 */
const cancelById = async (session: Session, id: string): Promise<Cancelled> => {
  const { client, signal } = session
  const order = await client.DELETE('/v1/orders/{order_id}', { params: { path: { order_id: id } }, signal })
  if (order.response.status === 422)
    throw new CommandFailed('This is no id of an order. The commands orders and stops show the ids.')
  if (!isUnknown(order)) return { ...NOTHING, ...must(order) }
  const path = { complex_order_id: id }
  const found = await client.DELETE('/v1/complex-orders/{complex_order_id}', { params: { path }, signal })
  if (isUnknown(found)) throw new CommandFailed('No order and no complex order has this id.')
  const { complex_order: now, ...result } = must(found)
  const conditional = now.conditional_order
  const placed = conditional?.trigger_svc_order_id ?? conditional?.trigger_complex_order_id ?? null
  if (result.cancelled_complex_order_ids.length > 0 || placed === null) return { ...NOTHING, ...result }
  return cancelById(session, placed)
}

const isUnknown = ({ response }: Answer<unknown>): boolean => response.status === 404

/** Complex orders go first, so that they place nothing meanwhile. */
const cancelAll = async (session: Session, everything: boolean, filter: Filter): Promise<CancelledAll> => {
  const { client, signal } = session
  const body = { subaccount_id: subaccountOf(session) }
  const complex = everything ? must(await client.POST('/v1/complex-orders/cancel-all', { body, signal })) : NOTHING
  const orders = must(await client.POST('/v1/orders/cancel-all', { body: { ...body, ...filter }, signal }))
  const gone = new Set(complex.cancelled_complex_order_ids)
  const armed = (await armedComplexOrders(session)).filter(({ complex_order_id: id }) => !gone.has(id))
  return {
    ...sum([complex, { ...NOTHING, ...orders }]),
    armed_complex_order_ids: armed.map((it) => it.complex_order_id),
  }
}

interface Filter {
  readonly exchange_name?: Market['exchange_name']
  readonly buy_flag?: boolean
}

/** Null where none is given. */
const filterOf = (options: Options): Filter | null => {
  const { side } = options
  const exchange = exchangeOf(options)
  if (exchange === null && side === undefined) return null
  return {
    ...(exchange === null ? {} : { exchange_name: exchange }),
    ...(side === undefined ? {} : { buy_flag: side === 'buy' }),
  }
}

const sum = (results: ReadonlyArray<Partial<Cancelled>>): Cancelled => {
  const whole = results.map((result) => ({ ...NOTHING, ...result }))
  return {
    cancelled_svc_order_ids: whole.flatMap((result) => result.cancelled_svc_order_ids),
    failed_cancelled_reasons: Object.assign({}, ...whole.map((result) => result.failed_cancelled_reasons)),
    cancelled_complex_order_ids: whole.flatMap((result) => result.cancelled_complex_order_ids),
    failed_cancelled_complex_order_ids: Object.assign(
      {},
      ...whole.map((result) => result.failed_cancelled_complex_order_ids),
    ),
  }
}

const failuresOf = (result: Cancelled): ReadonlyArray<readonly [id: string, why: string]> => [
  ...Object.entries(result.failed_cancelled_reasons),
  ...Object.entries(result.failed_cancelled_complex_order_ids),
]

const draw = (result: Cancelled | CancelledAll): string => {
  const accepted = [...result.cancelled_svc_order_ids, ...result.cancelled_complex_order_ids]
  const lines = [
    ...accepted.map((id) => `${id}  cancellation accepted`),
    ...failuresOf(result).map(([id, why]) => `${id}  ${why}`),
  ]
  const armed = 'armed_complex_order_ids' in result ? result.armed_complex_order_ids : []
  return [
    ...(lines.length === 0 ? ['There was nothing to cancel.'] : lines),
    ...(armed.length === 0
      ? []
      : [`Still armed: ${armed.length}. They may place orders; cancel all --everything ends them too.`]),
    ...armed.map((id) => `${id}  armed`),
  ].join('\n')
}
