/** Random moves for orders and their conditional orders: forests of conditional orders, and bad luck. */

import fc from 'fast-check'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { ConditionalType } from '#domain/contingent/conditional.ts'
import { price } from '#domain/kernel/numbers.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { NO_BOUNDS } from '#domain/orders/price/price-bounds.ts'
import { isFinal } from '#domain/orders/status.ts'
import { cents, contracts } from '#test/domain/contingent/complex-samples.ts'
import type { GroupDesk } from './group-desk.ts'

/** The root of a tree: an order, or a stop that will place one. */
interface Root {
  readonly breakout: boolean
  readonly buy: boolean
  readonly qty: number
}

/** A conditional order on one of those before it, or on a root. `same`: a stop in the direction of what it hangs on. */
interface Branch {
  readonly subtype: ConditionalType
  /** A TP that waits here for its price, or any other that fires into an order which rests. */
  readonly rests: boolean
  readonly same: boolean
  readonly qty: number
  readonly cents: number
  readonly on: number
}

export interface Forest {
  readonly roots: readonly Root[]
  readonly branches: readonly Branch[]
}

const root = fc.record<Root>({ breakout: fc.boolean(), buy: fc.boolean(), qty: fc.integer({ min: 4, max: 12 }) })

const branch = fc.record<Branch>({
  subtype: fc.constantFrom('TP', 'SL', 'STOP', 'REVERSE_STOP'),
  rests: fc.boolean(),
  same: fc.boolean(),
  qty: fc.integer({ min: 1, max: 12 }),
  cents: fc.integer({ min: 30, max: 70 }),
  on: fc.nat(11),
})

export const forest = fc.record<Forest>({
  roots: fc.array(root, { minLength: 1, maxLength: 2 }),
  branches: fc.array(branch, { minLength: 1, maxLength: 7 }),
})

export type Move =
  | { readonly kind: 'fill' | 'trade'; readonly which: number; readonly qty: number }
  | { readonly kind: 'hear'; readonly which: number }
  | { readonly kind: 'cancel_order' | 'cancel_complex' | 'deliver'; readonly which: number }
  | { readonly kind: 'record'; readonly which: number; readonly most: number }
  | { readonly kind: 'settle_trades'; readonly which: number; readonly fails: boolean }
  | { readonly kind: 'together'; readonly which: number; readonly seed: number; readonly cancels: boolean }
  | { readonly kind: 'see'; readonly which: number; readonly off: number; readonly twice: boolean }
  | { readonly kind: 'cancel_all' | 'settle' }
  | { readonly kind: 'copies'; readonly count: number }
  | { readonly kind: 'kill'; readonly queue: string; readonly at: number }
  | { readonly kind: 'luck'; readonly refusals: number; readonly share: number }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'hang'; readonly branch: Branch }

const which = fc.nat(11)
const rarely = fc.nat(9).map((n) => n === 0)
const kind = <Kind extends Move['kind']>(name: Kind) => fc.constant(name)

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: kind('trade'), which, qty: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('fill'), which, qty: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('hear'), which }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('record'), which, most: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('settle_trades'), which, fails: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: kind('see'),
      which,
      off: fc.constantFrom(0, 0, 0, -3, 3),
      twice: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('together'), which, seed: fc.nat(), cancels: rarely }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel_order'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel_complex'), which }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('deliver'), which }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('settle') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('copies'), count: fc.constantFrom(0, 1, 1, 2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('kill'),
      queue: fc.constantFrom('fire-trigger', 'advance-contingents', 'cancel-order', 'execute-order'),
      at: fc.integer({ min: 0, max: 20 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('luck'), refusals: fc.nat(3), share: fc.constantFrom(0, 0.5, 1) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('wait'), seconds: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('hang'), branch }) },
)

/** Once in a while everything is cancelled. */
export const moves = fc.oneof(
  { weight: 8, arbitrary: fc.array(move, { minLength: 20, maxLength: 70 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(move, { minLength: 5, maxLength: 40 }), fc.array(move, { maxLength: 20 }))
      .map(([before, after]): Move[] => [...before, { kind: 'cancel_all' }, ...after]),
  },
)

/** A possible parent of a branch. */
interface Stem {
  readonly orderId: string | null
  readonly complexOrderId: string | null
  readonly buy: boolean
  readonly qty: number
  readonly depth: number
  /** Its limit in cents; null at the market. */
  readonly limit: number | null
}

export const plant = async (desk: GroupDesk, { roots, branches }: Forest): Promise<Stem[]> => {
  const stems: Stem[] = []
  for (const one of roots) stems.push(await plantRoot(desk, one))
  for (const one of branches) await grow(desk, stems, one)
  return stems
}

const plantRoot = async (desk: GroupDesk, { breakout, buy, qty }: Root): Promise<Stem> => {
  if (!breakout) {
    const { orderId } = await desk.enter(buy, contracts(qty))
    return { orderId, complexOrderId: null, buy, qty, depth: 0, limit: 50 }
  }
  const stop = { subtype: 'STOP', rests: true, same: true, qty, cents: 50, on: 0 } as const
  const complexOrderId = await hang(desk, null, stop, buy, qty)
  return { orderId: null, complexOrderId, buy, qty, depth: 1, limit: stop.cents }
}

/** A stop without a parent, linked with all others that are planted so. */
export interface Linked {
  readonly subtype: 'STOP' | 'REVERSE_STOP'
  readonly rests: boolean
  readonly buy: boolean
  readonly qty: number
  readonly cents: number
}

export const linkedStops = fc.array(
  fc.record<Linked>({
    subtype: fc.constantFrom('STOP', 'REVERSE_STOP'),
    rests: fc.boolean(),
    buy: fc.boolean(),
    qty: fc.integer({ min: 1, max: 12 }),
    cents: fc.integer({ min: 30, max: 70 }),
  }),
  { minLength: 2, maxLength: 5 },
)

export const plantLinked = async (desk: GroupDesk, stops: readonly Linked[]): Promise<Stem[]> => {
  const stems: Stem[] = []
  for (const { buy, qty, ...stop } of stops) {
    const complexOrderId = await hang(desk, null, { ...stop, same: true, qty, on: 0 }, buy, qty, 'linked')
    const limit = stop.rests ? stop.cents : null
    if (complexOrderId !== null) stems.push({ orderId: null, complexOrderId, buy, qty, depth: 1, limit })
  }
  return stems
}

/** Chains are up to four deep. */
const DEEPEST = 4

export const grow = async (desk: GroupDesk, stems: Stem[], branch: Branch): Promise<void> => {
  const above = stems[branch.on % stems.length]
  if (above === undefined || above.depth >= DEEPEST) return
  const same = branch.same && (branch.subtype === 'STOP' || branch.subtype === 'REVERSE_STOP')
  const buy = same ? above.buy : !above.buy
  const qty = same ? branch.qty : Math.min(branch.qty, above.qty)
  const onItsSide = { ...branch, cents: levelOf(above, branch) }
  const complexOrderId = await hang(desk, above, onItsSide, buy, qty)
  const limit = branch.rests ? onItsSide.cents : null
  if (complexOrderId !== null) stems.push({ orderId: null, complexOrderId, buy, qty, depth: above.depth + 1, limit })
}

/** A TP and an SL lie on their own sides of the limit of what they hang on. */
const levelOf = ({ limit, buy }: Stem, { subtype, cents }: Branch): number => {
  if (limit === null || subtype === 'STOP' || subtype === 'REVERSE_STOP') return cents
  const away = Math.max(1, Math.abs(cents - limit))
  return Math.min(99, Math.max(1, (subtype === 'TP') === buy ? limit + away : limit - away))
}

/** Null if it is refused because its parent is over or smaller. */
const hang = async (
  desk: GroupDesk,
  above: Stem | null,
  branch: Branch,
  buyFlag: boolean,
  qty: number,
  linkId: string | null = null,
): Promise<string | null> => {
  const { subtype, rests } = branch
  const at = cents(branch.cents)
  const isStop = subtype === 'STOP' || subtype === 'REVERSE_STOP'
  const isWatched = !isStop && !(subtype === 'TP' && rests)
  const placed = await desk.hang({
    parentOrderId: above?.orderId ?? null,
    parentComplexOrderId: above?.complexOrderId ?? null,
    request: {
      subtype,
      triggerPriceType: 'MARK',
      trailAmount: null,
      triggerTrailAmount: null,
      linkId,
      protect: false,
      stopPrice: isStop ? at : null,
      trigger: {
        orderType: rests ? 'LIMIT' : 'MARKET',
        qty: contracts(qty),
        buyFlag,
        price: rests ? at : null,
        stopPrice: isWatched ? at : null,
        ...NO_BOUNDS,
        postOnly: false,
        reduceOnly: false,
      },
    },
  })
  if (!isProblem(placed)) return placed.complexOrderId
  // The order it would hang on may be for less by now, and others may hang on it.
  if (placed.status === 422 && !/more qty|must be (?:above|below)/.test(placed.detail))
    throw new Error(`${placed.detail} ${JSON.stringify({ above, branch })}`)
  return null
}

export const apply = async (desk: GroupDesk, stems: Stem[], step: Move): Promise<void> => {
  switch (step.kind) {
    case 'fill': {
      const live = [...desk.simulated.booked.values()].filter(({ live }) => live)
      const one = chosen(live, step.which)
      return one === undefined ? undefined : desk.simulated.fill(one.order.orderId, contracts(step.qty))
    }
    // A good day: the order fills, the fill is reported and settles, and all follow-up work is done.
    case 'trade': {
      await desk.settle()
      const one = chosen(
        [...desk.simulated.booked.values()].filter(({ live }) => live),
        step.which,
      )
      if (one === undefined) return
      const { orderId } = one.order
      desk.simulated.fill(orderId, contracts(step.qty))
      desk.settleTrades(orderId, 'FINAL')
      await desk.applyStatusReport(orderId)
      await desk.record(orderId)
      return desk.settle()
    }
    case 'hear':
    case 'record':
    case 'settle_trades': {
      const one = chosen([...desk.simulated.booked.keys()], step.which)
      if (one === undefined) return
      if (step.kind === 'hear') return desk.applyStatusReport(one)
      if (step.kind === 'record') return desk.record(one, step.most)
      return desk.settleTrades(one, step.fails ? 'REVERSED' : 'FINAL')
    }
    case 'together': {
      const one = chosen([...desk.simulated.booked.keys()], step.which)
      return one === undefined ? undefined : desk.together(one, step.seed, step.cancels)
    }
    case 'see': {
      const armed = [...desk.complexOrders.values()].filter(isConditional).filter((one) => one.status === 'ACTIVE')
      const one = chosen(
        armed.filter(({ stopPrice }) => stopPrice !== null),
        step.which,
      )
      if (one === undefined) return
      // A stop may be at the edge: no price is beyond it.
      const at = price(Math.min(990_000, Math.max(10_000, (one.stopPrice ?? 0) + step.off * 10_000)))
      for (let times = step.twice ? 2 : 1; times > 0; times -= 1) await desk.see(one.complexOrderId, at)
      return
    }
    case 'cancel_order': {
      const one = chosen(
        [...desk.orders.values()].filter(({ status }) => !isFinal(status)),
        step.which,
      )
      if (one !== undefined) await desk.cancelOrder(one.orderId)
      return
    }
    case 'cancel_complex': {
      const one = chosen([...desk.complexOrders.keys()], step.which)
      if (one !== undefined) await desk.cancelComplexOrder(one)
      return
    }
    case 'cancel_all':
      return desk.cancelAll()
    case 'deliver':
      return desk.deliverAny(step.which)
    case 'settle':
      return desk.settle()
    case 'copies':
      desk.queues.copies = ({ group }) => (group.endsWith(':swept') ? 1 : step.count)
      return
    case 'kill':
      return desk.killNext(step.queue, step.at)
    case 'luck':
      Object.assign(desk.luck, { refusals: step.refusals, share: step.share })
      return
    case 'wait':
      return desk.pass(step.seconds * 1_000)
    case 'hang':
      return grow(desk, stems, step.branch)
  }
}

const chosen = <Item>(items: readonly Item[], which: number): Item | undefined =>
  items[which % Math.max(1, items.length)]
