/**
 * The messages of one queue, handed out as SQS does: the groups of a standard queue get fair turns, and of a group of a FIFO queue one
 * batch is out at a time.
 */

export interface QueuedMessage {
  readonly id: string
  readonly group: string
  readonly body: string
  /** Values beside the body, by name. */
  readonly attributes: Readonly<Record<string, string>>
  /** When it was sent, in ms. */
  readonly sentAt: number
  /** How often it was handed out. */
  readonly received: number
  /** When it was handed out first, in ms. */
  readonly firstAt?: number | undefined
}

interface Group {
  readonly waiting: QueuedMessage[]
  /** Messages of the group that are out. */
  out: number
  /** The turn in which it was served last. */
  servedIn: number
}

interface Delayed {
  readonly message: QueuedMessage
  readonly visibleAt: number
  readonly wasOut: boolean
}

export class MessageQueue {
  readonly #isFifo: boolean
  readonly #groups = new Map<string, Group>()
  /** Messages that become visible later, by that time. */
  readonly #delayed: Delayed[] = []
  /** FIFO queue: the number of each message that was handed out and is not done, in the order of their first time. */
  readonly #taken = new Map<string, number>()
  #numbers = 0
  #out = 0
  #turn = 0

  constructor(isFifo: boolean) {
    this.#isFifo = isFifo
  }

  add(message: QueuedMessage, visibleAt: number): void {
    this.#delay({ message, visibleAt, wasOut: false })
  }

  /** Up to `most` visible messages. They are out until `done` or `comeBack`. */
  take(most: number, now: number): readonly QueuedMessage[] {
    this.#showDelayed(now)
    const batch: QueuedMessage[] = []
    while (batch.length < most) {
      const group = this.#nextGroup()
      if (group === null) break
      batch.push(...this.#takeFrom(group, most - batch.length))
    }
    return batch.map((message) => ({ ...message, received: message.received + 1, firstAt: message.firstAt ?? now }))
  }

  /** Removes a message that is out. */
  done({ id, group }: QueuedMessage): void {
    this.#taken.delete(id)
    this.#leave(group)
  }

  /** The message stays out until then, and its group with it if the queue is FIFO. */
  comeBack(message: QueuedMessage, visibleAt: number): void {
    this.#delay({ message, visibleAt, wasOut: true })
  }

  /** Time at which the next message becomes visible; null if none does. */
  nextAt(): number | null {
    return this.#delayed[0]?.visibleAt ?? null
  }

  counts(now: number): { readonly waiting: number; readonly out: number; readonly delayed: number } {
    const fresh = this.#delayed.filter(({ wasOut }) => !wasOut)
    const ready = fresh.filter(({ visibleAt }) => visibleAt <= now).length
    const waiting = [...this.#groups.values()].reduce((sum, group) => sum + group.waiting.length, ready)
    return { waiting, out: this.#out, delayed: fresh.length - ready }
  }

  #groupOf(name: string): Group {
    // A group that waits for the first time is served before groups that were served already.
    const group = this.#groups.get(name) ?? { waiting: [], out: 0, servedIn: 0 }
    this.#groups.set(name, group)
    return group
  }

  #delay(later: Delayed): void {
    const place = this.#delayed.findLastIndex(({ visibleAt }) => visibleAt <= later.visibleAt)
    this.#delayed.splice(place + 1, 0, later)
  }

  #showDelayed(now: number): void {
    const visible = this.#delayed.findLastIndex(({ visibleAt }) => visibleAt <= now) + 1
    for (const { message, wasOut } of this.#delayed.splice(0, visible)) {
      const { waiting } = this.#groupOf(message.group)
      // A FIFO queue keeps the order of a group: a message that was out goes before all later ones.
      const place = this.#isFifo && wasOut ? this.#placeIn(waiting, message) : waiting.length
      waiting.splice(place, 0, message)
      if (wasOut) this.#leave(message.group)
    }
  }

  #placeIn(waiting: readonly QueuedMessage[], { id }: QueuedMessage): number {
    const numberOf = (one: string): number => this.#taken.get(one) ?? Number.POSITIVE_INFINITY
    const place = waiting.findIndex((other) => numberOf(other.id) > numberOf(id))
    return place === -1 ? waiting.length : place
  }

  /** Returns the group with the fewest messages out; of several the one whose last turn is longest ago. */
  #nextGroup(): Group | null {
    let best: Group | null = null
    for (const group of this.#groups.values())
      if (this.#isReady(group) && (best === null || isBefore(group, best))) best = group
    return best
  }

  #isReady({ waiting, out }: Group): boolean {
    return waiting.length > 0 && !(this.#isFifo && out > 0)
  }

  /** A standard queue takes one message of a group in each turn, a FIFO queue as many as the group has. */
  #takeFrom(group: Group, most: number): readonly QueuedMessage[] {
    this.#turn += 1
    group.servedIn = this.#turn
    const some = group.waiting.splice(0, this.#isFifo ? most : 1)
    group.out += some.length
    this.#out += some.length
    if (this.#isFifo) for (const { id } of some) if (!this.#taken.has(id)) this.#taken.set(id, this.#numbers++)
    return some
  }

  #leave(name: string): void {
    const group = this.#groupOf(name)
    group.out -= 1
    this.#out -= 1
    if (group.out === 0 && group.waiting.length === 0) this.#groups.delete(name)
  }
}

const isBefore = (one: Group, other: Group): boolean =>
  one.out < other.out || (one.out === other.out && one.servedIn < other.servedIn)
