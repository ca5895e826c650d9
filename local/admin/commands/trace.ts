/** `trace`: the whole life of an order, from the request to its webhooks, in one timeline. */

import { openTable } from '#adapters/store/engine/table.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import { HOUR, toIso } from '#domain/kernel/time.ts'
import { type Command, isOn, Refusal } from '../command.ts'
import { textTable } from '../text-table.ts'
import { asideOf } from '../trace/aside-of.ts'
import { foldRepeats } from '../trace/fold-repeats.ts'
import { gatherLife, type Life } from '../trace/gather-life.ts'
import { type Moment, shortName } from '../trace/moment.ts'
import { momentsInLogs } from '../trace/moments-in-logs.ts'
import { momentsInTable } from '../trace/moments-in-table.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const trace: Command = {
  summary: 'shows the life of an order or a complex order on one screen',
  words: ['<order id>'],
  flags: {
    all: { value: null, about: 'shows every line, also of other slices and legs, deliveries and polls' },
  },
  more: `It joins the table, the fills as the exchange dates them, and the logs: the request, each send with its identity at the
exchange and its outcome, status reports, exits and webhooks, also of the orders it belongs to and of those that belong to it.
Many lines of one kind, such as deliveries and polls, fold into the first and the last; other slices and legs are counted.
Logs are read as far back as they are kept.`,
  run: async (call) => {
    const {
      place,
      words: [id = ''],
      clock,
      print,
    } = call
    const requested = id.toLowerCase()
    if (!UUID.test(requested))
      throw new Refusal(`${id} is no id of an order. It looks like 0190c0de-0000-7000-8000-000000000000.`)
    const whole = await gatherLife(openTable(place.table), requested)
    if (whole === null) throw new Refusal(`${place.name} has no order and no complex order ${id}.`)
    const isWhole = isOn(call, 'all')
    const aside = isWhole ? new Set<string>() : asideOf(whole, requested)
    const life = without(whole, aside)
    const reported = momentsInTable(life)
    const ids = new Set([
      ...life.orders.map(({ order }) => order.orderId),
      ...life.complexOrders.map(({ complexOrderId }) => complexOrderId),
    ])
    const times = reported.map(({ at }) => at)
    const until = Math.min(clock(), Math.max(...times) + HOUR)
    const logged = await momentsInLogs(place.logs, ids, Math.min(...times), until).catch(tellGone(print))
    print(legendOf(life))
    for (const line of countsOf(whole, aside)) print(line)
    print('')
    const moments = [...reported, ...(logged ?? [])].toSorted((one, other) => one.at - other.at)
    const shown = isWhole ? moments : foldRepeats(moments)
    print(timelineOf(shown))
    if (shown.length < moments.length)
      print(`\n${moments.length - shown.length} more lines of these kinds: --all shows every line.`)
    if (logged?.length === 0) print('\nThe logs hold nothing of it: they are kept for a while only.')
    if (life.isCut) print('\nMore belongs to it than is shown.')
    return 0
  },
}

/** Says that the log is gone: the table has most of a life. */
const tellGone =
  (print: (line: string) => void) =>
  (error: unknown): null => {
    if (!(error instanceof Refusal)) throw error
    print(`Without the logs: ${error.message}.\n`)
    return null
  }

const legendOf = ({ orders, complexOrders }: Life): string =>
  textTable([
    ...orders.map(({ order }) => [shortName(order.orderId), order.orderId, whatIs(order), order.status]),
    ...complexOrders.map((one) => [
      shortName(one.complexOrderId),
      one.complexOrderId,
      isConditional(one) ? one.subtype : 'TWAP',
      one.status,
    ]),
  ])

const whatIs = (order: PlacedOrder): string => {
  if (order.origin.kind === 'user') return isBasketOrder(order) ? 'order on a custom asset' : 'order'
  return {
    conditional: 'order of a conditional order',
    linked: 'order of a linked stop',
    exit: 'exit',
    slice: 'slice of a TWAP',
    leg: 'leg of a custom asset',
  }[order.origin.kind]
}

/** The life without these objects and their deliveries. */
const without = (life: Life, aside: ReadonlySet<string>): Life => ({
  ...life,
  orders: life.orders.filter(({ order }) => !aside.has(order.orderId)),
  complexOrders: life.complexOrders.filter(({ complexOrderId }) => !aside.has(complexOrderId)),
  deliveries: life.deliveries.filter(({ objectId }) => !aside.has(objectId)),
})

/** Counts the objects that are left aside, by kind and status. */
const countsOf = ({ orders, complexOrders }: Life, aside: ReadonlySet<string>): readonly string[] => {
  const kinds = [
    ...orders.filter(({ order }) => aside.has(order.orderId)).map(({ order }) => [whatIs(order), order.status]),
    ...complexOrders
      .filter(({ complexOrderId }) => aside.has(complexOrderId))
      .map((one) => [isConditional(one) ? one.subtype : 'TWAP', one.status]),
  ]
  const counted = Map.groupBy(kinds, ([kind = '', status = '']) => `${kind} ${status}`)
  return [...counted].map(([kind, all]) => `and ${all.length} × ${kind}, not shown here (--all)`)
}

const timelineOf = (moments: readonly Moment[]): string => {
  const rows = moments.map(({ at, from, about, text }) => [
    toIso(at),
    from,
    about.startsWith('request') ? '' : shortName(about),
    text,
  ])
  return textTable([['time', 'from', 'of', 'what'], ...rows])
}
