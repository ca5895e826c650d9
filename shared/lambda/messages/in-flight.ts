/**
 * Messages of a FIFO queue that one run carries out. A slow message leaves its queue before the run ends, so that its group continues without it.
 * A message that is to come again returns to the queue without waiting for the other groups of the run.
 */

import type { After } from '#ports/kernel/clock.ts'
import { inTurn, type Turn } from './in-turn.ts'

/** Place of one message among those of its group. All instants are in ms. */
export interface Place extends Turn {
  /** True if the message can still be given back: it has not come too often, and has not left the queue. */
  canBeGivenBack(): boolean
  /** Keeps the group with this run for so long, plus the time that other messages of the group have requested. */
  keepGroup(ms: number): void
}

export interface CarriedMessage {
  readonly group: string
  readonly receipt: string
  readonly mayComeAgain: boolean
}

export interface InFlightDeps {
  /** Takes messages off the queue. Never throws. */
  readonly acknowledgeEarly: (receipts: readonly string[]) => Promise<void>
  /** Returns messages to the queue until `againAt`. Never throws. */
  readonly requeue: (receipts: readonly string[], againAt: number) => Promise<void>
  readonly after: After
}

/** Time in which a run keeps the group of a slow message. Later messages of the group wait this long, plus the time of the queue. */
const KEPT_MS = 300

type State = 'waiting' | 'passed' | 'done' | { readonly againAt: number }

interface Return {
  readonly members: readonly number[]
  readonly againAt: number
}

export class InFlight {
  readonly places: readonly Place[]
  readonly #messages: readonly CarriedMessage[]
  readonly #deps: InFlightDeps
  readonly #turns: readonly Turn[]
  readonly #states: State[]
  readonly #groups: ReadonlyMap<string, readonly number[]>
  /** Messages that have left the queue or returned to it. */
  readonly #settled = new Set<number>()
  readonly #returned = new Set<number>()
  /** Running timers that keep each group with this run. */
  readonly #timers = new Map<string, number>()
  /** Time in ms that messages of each group have requested. */
  readonly #requestedMs = new Map<string, number>()
  #reporting: Promise<void> = Promise.resolve()

  constructor(messages: readonly CarriedMessage[], deps: InFlightDeps) {
    this.#messages = messages
    this.#deps = deps
    this.#states = messages.map(() => 'waiting')
    this.#groups = Map.groupBy(messages.keys(), (nth) => this.#groupOf(nth))
    this.#turns = inTurn(messages.map(({ group }) => group))
    this.places = this.#turns.map((turn, nth) => this.#placeOf(turn, nth))
    for (const group of this.#groups.keys()) this.#keep(group, KEPT_MS)
  }

  /** Records the end of a message: the instant at which it comes again, or null. */
  ended(nth: number, againAt: number | null): void {
    this.#turns[nth]?.pass(null)
    this.#states[nth] = againAt === null ? 'done' : { againAt }
    this.#reportSoon()
  }

  /** Ends the run, after all messages have ended. Returns the messages that come again, once the queue has them back. */
  async close(): Promise<ReadonlySet<number>> {
    this.#reporting = this.#reporting.then(() => this.#report(true))
    await this.#reporting
    return this.#returned
  }

  #placeOf(turn: Turn, nth: number): Place {
    return {
      mine: turn.mine,
      pass: (againAt) => {
        turn.pass(againAt)
        if (againAt !== null || this.#states[nth] !== 'waiting') return
        this.#states[nth] = 'passed'
        this.#reportSoon()
      },
      canBeGivenBack: () => this.#messages[nth]?.mayComeAgain === true && !this.#settled.has(nth),
      keepGroup: (ms) => {
        const group = this.#groupOf(nth)
        const sum = (this.#requestedMs.get(group) ?? 0) + ms
        this.#requestedMs.set(group, sum)
        this.#keep(group, sum)
      },
    }
  }

  #keep(group: string, ms: number): void {
    this.#timers.set(group, this.#timersOf(group) + 1)
    this.#deps.after(ms, () => {
      this.#timers.set(group, this.#timersOf(group) - 1)
      this.#reportSoon()
    })
  }

  #reportSoon(): void {
    if (this.#states.some((state) => state === 'waiting' || state === 'passed'))
      this.#reporting = this.#reporting.then(() => this.#report(false))
  }

  /** Takes messages off the queue after their turn, and returns those that come again. Groups that are kept wait, unless the run is over. */
  async #report(isOver: boolean): Promise<void> {
    const open = [...this.#groups]
      .filter(([group]) => isOver || this.#timersOf(group) === 0)
      .map(([, members]) => members.filter((nth) => !this.#settled.has(nth)))
    const leaving = isOver ? [] : open.flat().filter((nth) => this.#hasHadItsTurn(nth))
    const returns = open.flatMap((members) => this.#returnOf(members))
    // Before the queue answers: from now on these messages cannot be given back.
    for (const nth of leaving) this.#settled.add(nth)
    for (const nth of returns.flatMap(({ members }) => members)) {
      this.#settled.add(nth)
      this.#returned.add(nth)
    }
    await Promise.all([
      ...(leaving.length > 0 ? [this.#deps.acknowledgeEarly(this.#receiptsOf(leaving))] : []),
      ...returns.map(({ members, againAt }) => this.#deps.requeue(this.#receiptsOf(members), againAt)),
    ])
  }

  /** The messages of a group that come again together, once none of the group waits for its turn. */
  #returnOf(members: readonly number[]): readonly Return[] {
    const instants = members.flatMap((nth) => {
      const state = this.#states[nth]
      return typeof state === 'object' ? [[nth, state.againAt] as const] : []
    })
    if (instants.length === 0 || members.some((nth) => this.#states[nth] === 'waiting')) return []
    return [{ members: instants.map(([nth]) => nth), againAt: Math.max(...instants.map(([, at]) => at)) }]
  }

  #hasHadItsTurn(nth: number): boolean {
    return this.#states[nth] === 'passed' || this.#states[nth] === 'done'
  }

  #timersOf(group: string): number {
    return this.#timers.get(group) ?? 0
  }

  #groupOf(nth: number): string {
    return this.#messages[nth]?.group ?? ''
  }

  #receiptsOf(some: readonly number[]): string[] {
    return some.map((nth) => this.#messages[nth]?.receipt ?? '')
  }
}
