/**
 * The plan for the exits of one parent order. They share what it bought, so they reduce and block one another; fills decide, never
 * a status. The plan is a pure function of what is known: asked again, it answers nothing once all is done.
 */

import { type Qty, sumOf } from '../kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '../kernel/time.ts'
import { flooredToLot, type LotSize } from '../markets/lot-size.ts'
import type { EntryView } from '../orders/dependents/entry-view.ts'
import type { ExitOrder } from '../orders/dependents/exit-order.ts'
import { WAIT_FOR_LINKED } from '../orders/dependents/wait-for-linked.ts'
import { MOST_FAILURES } from '../orders/refusals/most-failures.ts'

/** The order that entered the position. */
export interface Entry extends EntryView, LotSize {
  /** Where nothing is left for now, an exit goes on showing what was left last: a protect stop knows by it that something was held. */
  readonly showsLast: boolean
  /** Whether what is left of it is in closed markets, where nothing can be sold any more. `some`: of a custom asset, a part of it. */
  readonly shut: 'none' | 'some' | 'all'
}

export interface Exit {
  readonly exitId: string
  /** `rests`: its order waits on the exchange. `watches`: it waits here for its price. */
  readonly way: 'rests' | 'watches'
  /** It stops a loss, and is never given up; else it takes a profit. */
  readonly stopsLoss: boolean
  /** Its orders act at once; else they may rest. */
  readonly actsNow: boolean
  /** Armed with the parent's first fill, and not only when the parent is over. */
  readonly early: boolean
  readonly status: 'PENDING' | 'ACTIVE' | 'TRIGGERED' | 'CANCELLED'
  readonly wanted: Qty
  readonly armedQty: Qty | null
  readonly firedAt: Millis | null
  /** It is reported as incomplete. */
  readonly givenUp: boolean
  /** No order can be made of any part of what is left (custom assets). */
  readonly hopeless: boolean
  /** It was cancelled because nothing was left to exit. If something is left after all, another takes its place. */
  readonly replaceable: boolean
  /** When it was changed last. */
  readonly changedAt: Millis
  /** Oldest first. */
  readonly orders: readonly ExitOrder[]
}

export type ExitStep =
  /** From now on it waits for its price, for that quantity. */
  | { readonly kind: 'arm' | 'resize'; readonly exitId: string; readonly qty: Qty }
  /** A new order goes out. */
  | { readonly kind: 'place'; readonly exitId: string; readonly qty: Qty; readonly again: number }
  /** The held order goes out with that quantity. */
  | { readonly kind: 'release'; readonly exitId: string; readonly orderId: string; readonly qty: Qty }
  /** The order is asked off the book; a held one ends here. */
  | { readonly kind: 'withdraw'; readonly orderId: string; readonly reason: 'sibling' | ExitEnd }
  | { readonly kind: 'cancel'; readonly exitId: string; readonly reason: ExitEnd }
  | { readonly kind: 'give_up'; readonly exitId: string }
  /** A late or a reversed fill left something to exit after this one had ended. */
  | { readonly kind: 'replace'; readonly exitId: string }

/** Why an exit ends without a cancel request: nothing is left to exit. */
export const EXIT_ENDS = ['parent_not_filled', 'sibling', 'below_minimum', 'position_closed'] as const

/** Why exits end whose market is closed, whatever is left. */
export const MARKET_CLOSED = 'market_closed'

export type ExitEnd = (typeof EXIT_ENDS)[number] | typeof MARKET_CLOSED

export interface ExitPlan {
  readonly steps: readonly ExitStep[]
  /** When to ask again although nothing has changed. */
  readonly lookAgainAt: Millis | null
  /** Exits that fired and still wait for others to leave the book, longer than they should. */
  readonly overdue: readonly string[]
}

/** Time from the end of the last order until an exit counts as incomplete, in ms: another order may close the position meanwhile. */
export const UNTIL_INCOMPLETE = 15 * SECOND

/** Most trades of EXCHANGE_B settle in this time, in ms (changes of November 2026, EXCHANGE_B 3). Until then nobody is alarmed. */
const SETTLES_WITHIN = MINUTE

/** Longest wait between two orders of a stop-loss, in ms. */
const LONGEST_WAIT = MINUTE

/** What to do now, and when to ask again. */
export const planExits = (entry: Entry, exits: readonly Exit[], now: Millis): ExitPlan => {
  if (entry.shut === 'all') return { steps: exits.flatMap(endInClosedMarket), lookAgainAt: null, overdue: [] }
  const draft: Draft = {
    entry,
    exits,
    claims: claimsOf(entry, exits),
    now,
    steps: [],
    later: [],
    overdue: [],
    room: entry.bought - sumOf(exits, soldBy) - sumOf(exits, openBy),
  }
  for (const exit of inOrder(exits)) {
    planReport(draft, exit)
    if (exit.status === 'CANCELLED') planReplacement(draft, exit)
    else if (isEndedWithAll(exit)) planIncomplete(draft, exit)
    else if (isFired(exit)) planFired(draft, exit)
    else if (exit.way === 'rests') planResting(draft, exit)
    else planWatching(draft, exit)
  }
  const { steps, later, overdue } = draft
  const until = reopensUntil(entry, exits)
  if (!haveWork(entry, exits) && now < until) later.push(until)
  return { steps, lookAgainAt: later.length === 0 ? null : Math.min(...later), overdue }
}

/** What waits ends. What was placed ends at the exchange, and is no failure. */
const endInClosedMarket = ({ exitId, status, orders }: Exit): readonly ExitStep[] => {
  if (status === 'PENDING' || status === 'ACTIVE') return [{ kind: 'cancel', exitId, reason: MARKET_CLOSED }]
  return orders.flatMap(({ orderId, state }) =>
    state === 'held' ? [{ kind: 'withdraw', orderId, reason: MARKET_CLOSED }] : [],
  )
}

interface Draft {
  readonly entry: Entry
  readonly exits: readonly Exit[]
  readonly claims: ReadonlyMap<string, number>
  readonly now: Millis
  readonly steps: ExitStep[]
  readonly later: Millis[]
  readonly overdue: string[]
  /** What can go out without ever selling more than was bought, even if everything on the book filled. */
  room: number
}

const planWatching = (draft: Draft, exit: Exit): void => {
  const { entry, exits, steps } = draft
  const left = entry.over || exit.early ? entry.bought - sumOf(exits, soldBy) : 0
  const qty = flooredToLot(sizeOf(entry, exit), Math.min(exit.wanted, left))
  if (qty === 0 && (planNothingLeft(draft, exit) || entry.showsLast || exit.status === 'PENDING')) return
  if (exit.status === 'PENDING') steps.push({ kind: 'arm', exitId: exit.exitId, qty })
  else if (exit.armedQty !== qty) steps.push({ kind: 'resize', exitId: exit.exitId, qty })
}

const planResting = (draft: Draft, exit: Exit): void => {
  const claim = claimOf(draft, exit)
  const open = openBy(exit)
  if (open > claim || exit.orders.some(isDoubtful)) {
    withdraw(draft, exit)
    return
  }
  if (isDone(exit) || exit.orders.some(isLeaving)) return
  const qty = flooredToLot(sizeOf(draft.entry, exit), Math.min(claim - open, draft.room))
  if (qty > 0 && !draft.entry.settling) placeOrWait(draft, exit, qty)
  if (qty === 0 && exit.status === 'PENDING') planNothingLeft(draft, exit)
}

const planFired = (draft: Draft, exit: Exit): void => {
  const { entry, exits, now } = draft
  const claim = claimOf(draft, exit)
  const open = openBy(exit)
  const held = heldOf(exit)
  if (open > claim || exit.orders.some(isDoubtful) || (held !== null && (isDone(exit) || isNothingLeft(draft, exit)))) {
    withdraw(draft, exit)
    return
  }
  if (open === claim || entry.settling) return
  // The rest of the entry and the linked exits leave the book first, but not for ever.
  const patience = (exit.firedAt ?? now) + WAIT_FOR_LINKED
  const isBlocked = !entry.over || exits.some((other) => other !== exit && openBy(other) > claimOf(draft, other))
  if (isBlocked && now < patience) {
    draft.later.push(patience)
    return
  }
  const qty = flooredToLot(sizeOf(entry, exit), Math.min(claim - open, draft.room))
  if (qty === 0 && isBlocked) draft.overdue.push(exit.exitId)
  if (qty === 0) return
  if (held === null) {
    placeOrWait(draft, exit, qty)
    return
  }
  draft.room -= qty
  draft.steps.push({ kind: 'release', exitId: exit.exitId, orderId: held.orderId, qty })
}

/** Reports an exit that sells nothing for long: the exchange refuses its order, or what was bought does not settle. */
const planReport = (draft: Draft, exit: Exit): void => {
  const { entry, now, steps, later } = draft
  const { exitId, givenUp, firedAt, orders } = exit
  if (givenUp) return
  const refused = orders.flatMap(({ refusedSince }) => (refusedSince === null ? [] : [refusedSince + UNTIL_INCOMPLETE]))
  const waitsToSettle = entry.settling && isFired(exit) && claimOf(draft, exit) > openBy(exit)
  const unsettled = waitsToSettle ? [(firedAt ?? now) + SETTLES_WITHIN] : []
  const at = Math.min(...refused, ...unsettled)
  if (at <= now) steps.push({ kind: 'give_up', exitId })
  else if (at < Number.POSITIVE_INFINITY) later.push(at)
}

/** Gives up an exit whose order was cancelled with all others, if something is still held: its user may not know that. */
const planIncomplete = ({ entry, exits, claims, now, steps, later }: Draft, exit: Exit): void => {
  const { exitId, orders } = exit
  const left = entry.bought - sumOf(exits, soldBy) - sumOf([...claims.values()], (claim) => claim)
  if (flooredToLot(sizeOf(entry, exit), left) === 0) return
  const at = Math.max(...orders.map(({ endedAt }) => endedAt)) + UNTIL_INCOMPLETE
  if (at > now) later.push(at)
  else steps.push({ kind: 'give_up', exitId })
}

const planReplacement = ({ entry, exits, steps }: Draft, exit: Exit): void => {
  const most = entry.over || exit.early ? Math.min(exit.wanted, entry.bought - sumOf(exits, soldBy)) : 0
  const isLeft = flooredToLot(sizeOf(entry, exit), most) > 0
  if (exit.replaceable && isLeft) steps.push({ kind: 'replace', exitId: exit.exitId })
}

/** Places a new order, later each time one has failed. After the last failure the exit is reported. */
const placeOrWait = (draft: Draft, { exitId, orders, givenUp, stopsLoss }: Exit, qty: Qty): void => {
  const failed = failuresOf(orders)
  if (failed.length >= MOST_FAILURES) {
    if (!givenUp) draft.steps.push({ kind: 'give_up', exitId })
    if (!stopsLoss) return
  }
  const ready = Math.max(0, ...failed.map(({ endedAt }) => endedAt)) + retryAfter(failed.length)
  if (ready > draft.now) {
    draft.later.push(ready)
    return
  }
  draft.room -= qty
  draft.steps.push({ kind: 'place', exitId, qty, again: failed.length })
}

const withdraw = (draft: Draft, exit: Exit): void => {
  const reason = draft.entry.closed > 0 && isNothingLeft(draft, exit) ? 'position_closed' : 'sibling'
  for (const { orderId, state, leaving } of exit.orders) {
    if (state !== 'ended' && !leaving) draft.steps.push({ kind: 'withdraw', orderId, reason })
  }
}

/**
 * Cancels an exit that waits for nothing: its parent is over with nothing left, or what it wants is too small for an order. Answers
 * whether it does. While fills of the parent may still turn up, the exit stays.
 */
const planNothingLeft = (draft: Draft, exit: Exit): boolean => {
  const { entry, exits, steps } = draft
  const { exitId, wanted } = exit
  const isTooSmall = entry.over && entry.bought > 0 && flooredToLot(sizeOf(entry, exit), wanted) === 0
  if (isTooSmall) steps.push({ kind: 'cancel', exitId, reason: 'below_minimum' })
  if (isTooSmall) return true
  if (!entry.complete || !isNothingLeft(draft, exit)) return false
  steps.push({ kind: 'cancel', exitId, reason: endOf(entry, sumOf(exits, soldBy)) })
  return true
}

/** Why nothing is left to exit. */
const endOf = ({ bought, closed, shut }: Entry, sold: number): ExitEnd => {
  if (shut !== 'none') return MARKET_CLOSED
  if (closed > 0) return 'position_closed'
  if (bought === 0) return 'parent_not_filled'
  return sold > 0 ? 'sibling' : 'below_minimum'
}

/**
 * Whether exits have to follow the position that their parent entered: they still work, or may have to once more, because a trade
 * that closed the position may still be taken back.
 */
export const followPosition = (entry: Entry, exits: readonly Exit[], now: Millis): boolean =>
  haveWork(entry, exits) || now < reopensUntil(entry, exits)

/** What closed the position came before its exits ended. 0: nothing can open it again, or no exit would work then. */
const reopensUntil = ({ closed, reversibleFor, shut }: Entry, exits: readonly Exit[]): Millis => {
  if (closed === 0 || reversibleFor === 0 || shut === 'all') return 0
  const changes = exits
    .filter(mayWorkAgain)
    .flatMap(({ changedAt, orders }) => [changedAt, ...orders.map(({ endedAt }) => endedAt)])
  return Math.max(0, ...changes) + reversibleFor
}

const mayWorkAgain = (exit: Exit): boolean =>
  exit.status === 'CANCELLED' ? exit.replaceable : exit.status === 'TRIGGERED' && !isDone(exit)

const haveWork = (entry: Entry, exits: readonly Exit[]): boolean => {
  if (entry.shut === 'all') return exits.some(({ orders }) => orders.some(({ state }) => state === 'open'))
  const isLeft = (exit: Exit): boolean =>
    !entry.over || flooredToLot(sizeOf(entry, exit), entry.bought - sumOf(exits, soldBy)) > 0
  return exits.some(
    (exit) =>
      exit.status === 'PENDING' ||
      exit.status === 'ACTIVE' ||
      (isEndedWithAll(exit) && isLeft(exit)) ||
      (exit.status === 'TRIGGERED' &&
        !isDone(exit) &&
        (isLeft(exit) || exit.orders.some(({ state }) => state !== 'ended'))),
  )
}

/** The sizes that the exchange takes of orders of the exit: one that acts at once may be smaller than one that rests. */
const sizeOf = (entry: Entry, { actsNow }: Exit): LotSize =>
  actsNow && entry.leastAtOnce !== undefined ? { lot: entry.lot, least: entry.leastAtOnce } : entry

const claimOf = ({ claims }: Draft, { exitId }: Exit): number => claims.get(exitId) ?? 0

/** Whether no order of the exit can be made of what is left. */
const isNothingLeft = ({ entry, exits }: Draft, exit: Exit): boolean =>
  entry.over && flooredToLot(sizeOf(entry, exit), entry.bought - sumOf(exits, soldBy)) === 0

/**
 * Which part of what is left each exit may sell: first those that fired, the most urgent first, then those that rest. An exit that
 * the user cancelled, or that failed too often, gets no part; the linked exits go on.
 */
const claimsOf = (entry: Entry, exits: readonly Exit[]): ReadonlyMap<string, number> => {
  let free = Math.max(0, entry.bought - sumOf(exits, soldBy))
  const claims = new Map<string, number>()
  for (const exit of inOrder(exits)) {
    const waits = exit.status === 'CANCELLED' || (!isFired(exit) && (exit.way === 'watches' || !entry.over))
    const claim =
      waits || isDone(exit) ? 0 : orderable(entry, exit, Math.min(Math.max(0, exit.wanted - soldBy(exit)), free))
    claims.set(exit.exitId, claim)
    free -= claim
  }
  return claims
}

/** What is on the book, plus what another order can be made of. A rest that is too small keeps nothing from the other exits. */
const orderable = (entry: Entry, exit: Exit, most: number): number => {
  const open = openBy(exit)
  return most <= open ? most : open + flooredToLot(sizeOf(entry, exit), most - open)
}

/** The exits that fired, the most urgent first; then the others as they stand. */
const inOrder = (exits: readonly Exit[]): readonly Exit[] => [
  ...exits.filter(isFired).sort(byUrgency),
  ...exits.filter((exit) => !isFired(exit)),
]

/** Stopping a loss comes before resting orders. Of equals, the one that fired last comes first: the others had their time. */
const byUrgency = (a: Exit, b: Exit): number =>
  Number(b.stopsLoss) - Number(a.stopsLoss) ||
  Number(b.actsNow) - Number(a.actsNow) ||
  (b.firedAt ?? 0) - (a.firedAt ?? 0)

const isFired = (exit: Exit): boolean => exit.way === 'watches' && exit.status === 'TRIGGERED'

const isDone = (exit: Exit): boolean =>
  exit.hopeless ||
  (exit.givenUp && !exit.stopsLoss && failuresOf(exit.orders).length >= MOST_FAILURES) ||
  exit.orders.some(({ end }) => end === 'user' || end === 'with_all')

const failuresOf = (orders: readonly ExitOrder[]): readonly ExitOrder[] => orders.filter(({ end }) => end === 'failed')

/** Whether a cancel of all orders has ended the order of a fired exit, and this is not reported yet. */
const isEndedWithAll = (exit: Exit): boolean =>
  isFired(exit) &&
  !exit.givenUp &&
  exit.orders.every(({ state }) => state === 'ended') &&
  exit.orders.some(({ end }) => end === 'with_all') &&
  exit.orders.every(({ end }) => end !== 'user')

/** An order with a reversed trade leaves the book first, so that the next one covers all that is left. */
const isDoubtful = ({ state, leaving, takenBack }: ExitOrder): boolean => state === 'open' && takenBack && !leaving

const isLeaving = ({ state, leaving }: ExitOrder): boolean => state === 'open' && leaving

const heldOf = ({ orders }: Exit): ExitOrder | null => orders.find(({ state }) => state === 'held') ?? null

const soldBy = ({ orders }: Exit): number => sumOf(orders, ({ filled }) => filled)

/** What may still fill. */
const openBy = (exit: Exit): number =>
  exit.orders.reduce((open, { state, qty, filled }) => (state === 'open' ? open + Math.max(0, qty - filled) : open), 0)

const retryAfter = (failures: number): number => (failures === 0 ? 0 : Math.min(LONGEST_WAIT, SECOND * 2 ** failures))
