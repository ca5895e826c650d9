/**
 * The plan for the exits of one parent order. Fills decide, never a status. The plan is a pure function of the known facts: once all is
 * done, it has no steps.
 */

import { type Qty, sumOf } from '../../kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '../../kernel/time.ts'
import { flooredToLot } from '../../markets/lot-size.ts'
import { WAIT_FOR_LINKED } from '../../orders/dependents/wait-for-linked.ts'
import { MOST_FAILURES } from '../../orders/refusals/most-failures.ts'
import { byUrgency, claimsOf, sizeOf } from './exit-claims.ts'
import {
  failuresOf,
  hasDoubtfulOrder,
  hasLeavingOrder,
  heldOrderOf,
  isDone,
  isEndedWithAll,
  isFired,
  openBy,
  soldBy,
} from './exit-progress.ts'
import {
  type Entry,
  type Exit,
  type ExitEnd,
  type ExitPlan,
  type ExitStep,
  MARKET_CLOSED,
  UNTIL_INCOMPLETE,
} from './exits.ts'
import { haveWork, reopensUntil } from './tracks-position.ts'

/** Most trades of EXCHANGE_B settle in this time, in ms (changes of November 2026, EXCHANGE_B 3). No exit is reported before. */
const SETTLES_WITHIN = MINUTE

/** Longest wait between two orders of a stop-loss, in ms. */
const LONGEST_WAIT = MINUTE

/** Returns the steps to do now, and the time of the next plan. */
export const planExits = (entry: Entry, exits: readonly Exit[], now: Millis): ExitPlan =>
  entry.closedMarkets === 'all'
    ? { steps: exits.flatMap(endInClosedMarket), recheckAt: null, overdue: [] }
    : new ExitPlanner(entry, exits, now).plan()

/** Ends a waiting exit. An order at the exchange ends there, and is no failure. */
const endInClosedMarket = ({ exitId, status, orders }: Exit): readonly ExitStep[] => {
  if (status === 'PENDING' || status === 'ACTIVE') return [{ kind: 'cancel', exitId, reason: MARKET_CLOSED }]
  return orders.flatMap(({ orderId, state }) =>
    state === 'held' ? [{ kind: 'withdraw', orderId, reason: MARKET_CLOSED }] : [],
  )
}

/** Collects the steps of one plan, exit by exit. */
class ExitPlanner {
  readonly #entry: Entry
  readonly #exits: readonly Exit[]
  readonly #now: Millis
  readonly #claims: ReadonlyMap<string, number>
  readonly #steps: ExitStep[] = []
  readonly #later: Millis[] = []
  readonly #overdue: string[] = []
  /** Bought quantity that no exit has sold. Below 0 after a reversed trade. */
  readonly #unsold: number
  /** Quantity that can be sent now. Even if every order on the book fills, the exits never sell more than was bought. */
  #room: number

  constructor(entry: Entry, exits: readonly Exit[], now: Millis) {
    this.#entry = entry
    this.#exits = exits
    this.#now = now
    this.#claims = claimsOf(entry, exits)
    this.#unsold = entry.bought - sumOf(exits, soldBy)
    this.#room = this.#unsold - sumOf(exits, openBy)
  }

  plan(): ExitPlan {
    for (const exit of byUrgency(this.#exits)) {
      this.#planReport(exit)
      this.#planExit(exit)
    }
    const until = reopensUntil(this.#entry, this.#exits)
    if (!haveWork(this.#entry, this.#exits) && this.#now < until) this.#later.push(until)
    const recheckAt = this.#later.length === 0 ? null : Math.min(...this.#later)
    return { steps: this.#steps, recheckAt, overdue: this.#overdue }
  }

  #planExit(exit: Exit): void {
    if (exit.status === 'CANCELLED') this.#planReplacement(exit)
    else if (isEndedWithAll(exit)) this.#planIncomplete(exit)
    else if (isFired(exit)) this.#planFired(exit)
    else if (exit.way === 'rests') this.#planResting(exit)
    else this.#planWatching(exit)
  }

  #planWatching(exit: Exit): void {
    const { exitId, status, armedQty } = exit
    const qty = this.#orderable(exit, this.#due(exit))
    if (qty === 0 && (this.#planNothingLeft(exit) || this.#entry.showsLast || status === 'PENDING')) return
    if (status === 'PENDING') this.#steps.push({ kind: 'arm', exitId, qty })
    else if (armedQty !== qty) this.#steps.push({ kind: 'resize', exitId, qty })
  }

  #planResting(exit: Exit): void {
    if (this.#mustLeaveBook(exit)) {
      this.#cancelOrEnd(exit)
      return
    }
    if (isDone(exit) || hasLeavingOrder(exit)) return
    const qty = this.#missing(exit)
    if (qty > 0 && !this.#entry.settling) this.#placeOrWait(exit, qty)
    if (qty === 0 && exit.status === 'PENDING') this.#planNothingLeft(exit)
  }

  #planFired(exit: Exit): void {
    const isHeldInVain = heldOrderOf(exit) !== null && (isDone(exit) || this.#isNothingLeft(exit))
    if (this.#mustLeaveBook(exit) || isHeldInVain) {
      this.#cancelOrEnd(exit)
      return
    }
    if (openBy(exit) === this.#claimOf(exit) || this.#entry.settling) return
    // The rest of the entry and the linked exits leave the book first, but not for ever.
    const patience = (exit.firedAt ?? this.#now) + WAIT_FOR_LINKED
    const isBlocked = this.#isBlocked(exit)
    if (isBlocked && this.#now < patience) {
      this.#later.push(patience)
      return
    }
    const qty = this.#missing(exit)
    if (qty > 0) this.#send(exit, qty)
    else if (isBlocked) this.#overdue.push(exit.exitId)
  }

  /** Returns whether the entry, or an exit with more than its part, is still on the book. */
  #isBlocked(exit: Exit): boolean {
    return !this.#entry.over || this.#exits.some((other) => other !== exit && openBy(other) > this.#claimOf(other))
  }

  #send(exit: Exit, qty: Qty): void {
    const held = heldOrderOf(exit)
    if (held === null) {
      this.#placeOrWait(exit, qty)
      return
    }
    this.#room -= qty
    this.#steps.push({ kind: 'release', exitId: exit.exitId, orderId: held.orderId, qty })
  }

  /** Reports an exit that sells nothing for long: the exchange refuses its order, or the bought quantity does not settle. */
  #planReport(exit: Exit): void {
    const { exitId, givenUp, firedAt, orders } = exit
    if (givenUp) return
    const refused = orders.flatMap(({ refusedSince }) =>
      refusedSince === null ? [] : [refusedSince + UNTIL_INCOMPLETE],
    )
    const waitsToSettle = this.#entry.settling && isFired(exit) && this.#claimOf(exit) > openBy(exit)
    const unsettled = waitsToSettle ? [(firedAt ?? this.#now) + SETTLES_WITHIN] : []
    const at = Math.min(...refused, ...unsettled)
    if (at < Number.POSITIVE_INFINITY) this.#giveUpAt(exitId, at)
  }

  /** Gives up an exit whose order was cancelled with all others, if a rest is still held: its user may not know that. */
  #planIncomplete(exit: Exit): void {
    const unclaimed = this.#unsold - sumOf([...this.#claims.values()], (claim) => claim)
    if (this.#orderable(exit, unclaimed) === 0) return
    this.#giveUpAt(exit.exitId, Math.max(...exit.orders.map(({ endedAt }) => endedAt)) + UNTIL_INCOMPLETE)
  }

  #giveUpAt(exitId: string, at: Millis): void {
    if (at > this.#now) this.#later.push(at)
    else this.#steps.push({ kind: 'give_up', exitId })
  }

  #planReplacement(exit: Exit): void {
    if (exit.replaceable && this.#orderable(exit, this.#due(exit)) > 0)
      this.#steps.push({ kind: 'replace', exitId: exit.exitId })
  }

  /** Places a new order; after a failure it waits first, longer each time. After the last failure the exit is reported. */
  #placeOrWait({ exitId, orders, givenUp, stopsLoss }: Exit, qty: Qty): void {
    const failed = failuresOf(orders)
    if (failed.length >= MOST_FAILURES) {
      if (!givenUp) this.#steps.push({ kind: 'give_up', exitId })
      if (!stopsLoss) return
    }
    const ready = Math.max(0, ...failed.map(({ endedAt }) => endedAt)) + retryAfter(failed.length)
    if (ready > this.#now) {
      this.#later.push(ready)
      return
    }
    this.#room -= qty
    this.#steps.push({ kind: 'place', exitId, qty, again: failed.length })
  }

  #cancelOrEnd(exit: Exit): void {
    const reason = this.#entry.closed > 0 && this.#isNothingLeft(exit) ? 'position_closed' : 'sibling'
    for (const { orderId, state, leaving } of exit.orders) {
      if (state !== 'ended' && !leaving) this.#steps.push({ kind: 'withdraw', orderId, reason })
    }
  }

  /**
   * Cancels an exit that waits for nothing: its parent is over with nothing left, or its quantity is too small for an order. Returns whether
   * it does. The exit stays while fills of the parent may still appear.
   */
  #planNothingLeft(exit: Exit): boolean {
    const reason = this.#endOf(exit)
    if (reason === null) return false
    this.#steps.push({ kind: 'cancel', exitId: exit.exitId, reason })
    return true
  }

  #endOf(exit: Exit): ExitEnd | null {
    const { bought, closed, over, complete, closedMarkets } = this.#entry
    if (over && bought > 0 && this.#orderable(exit, exit.requested) === 0) return 'below_minimum'
    if (!complete || !this.#isNothingLeft(exit)) return null
    if (closedMarkets !== 'none') return MARKET_CLOSED
    if (closed > 0) return 'position_closed'
    if (bought === 0) return 'parent_not_filled'
    return sumOf(this.#exits, soldBy) > 0 ? 'sibling' : 'below_minimum'
  }

  /** The quantity that the exit may wait for; 0 while only the end of the parent would arm it. */
  #due(exit: Exit): number {
    return this.#entry.over || exit.early ? Math.min(exit.requested, this.#unsold) : 0
  }

  /** The quantity of the next order. */
  #missing(exit: Exit): Qty {
    return this.#orderable(exit, Math.min(this.#claimOf(exit) - openBy(exit), this.#room))
  }

  #orderable(exit: Exit, most: number): Qty {
    return flooredToLot(sizeOf(this.#entry, exit), most)
  }

  #mustLeaveBook(exit: Exit): boolean {
    return openBy(exit) > this.#claimOf(exit) || hasDoubtfulOrder(exit)
  }

  /** Returns whether no order of the exit is possible for the rest. */
  #isNothingLeft(exit: Exit): boolean {
    return this.#entry.over && this.#orderable(exit, this.#unsold) === 0
  }

  #claimOf({ exitId }: Exit): number {
    return this.#claims.get(exitId) ?? 0
  }
}

const retryAfter = (failures: number): number => (failures === 0 ? 0 : Math.min(LONGEST_WAIT, SECOND * 2 ** failures))
