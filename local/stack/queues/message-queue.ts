/**
 * The messages of one queue, handed out as SQS does: the groups of a standard queue get fair turns, and of a group of a FIFO queue one
 * batch is out at a time.
 */

export interface QueuedMessage {
  readonly id: string
  readonly group: string
  readonly body: string
  /** What goes beside the body, by name. */
  readonly attributes: Readonly<Record<string, string>>
  /** When it was sent, in ms. */
  readonly sentAt: number
  /** How often it was handed out. */
  readonly received: number
  /** When it was handed out first, in ms. */
  readonly firstAt?: number | undefined
}

export interface MessageQueue {
  /** Takes up a message that is visible from then on. */
  add(message: QueuedMessage, visibleAt: number): void
  /** Up to `most` messages that are visible now. They are out until `done` or `comeBack`. */
  take(most: number, now: number): readonly QueuedMessage[]
  /** Nobody gets the message again. */
  done(message: QueuedMessage): void
  /** The message stays out until then, and its group with it if the queue is FIFO. */
  comeBack(message: QueuedMessage, visibleAt: number): void
  /** When the next message becomes visible by time alone; null when none does. */
  nextAt(): number | null
  counts(now: number): { readonly waiting: number; readonly out: number; readonly delayed: number }
}

interface Group {
  readonly waiting: QueuedMessage[]
  /** Messages of it that are out. */
  out: number
  /** The turn in which it was served last. */
  servedIn: number
}

interface Delayed {
  readonly message: QueuedMessage
  readonly visibleAt: number
  readonly wasOut: boolean
}

export const messageQueue = (isFifo: boolean): MessageQueue => {
  const groups = new Map<string, Group>()
  /** By the moment they become visible. */
  const delayed: Delayed[] = []
  let out = 0
  let turn = 0
  /** Of a FIFO queue: the number of each message that was handed out and is not done, in the order of their first time. */
  const taken = new Map<string, number>()
  let numbers = 0

  const groupOf = (name: string): Group => {
    const known = groups.get(name)
    if (known !== undefined) return known
    // A group that waits for the first time is served before those that were served already.
    const group = { waiting: [], out: 0, servedIn: 0 }
    groups.set(name, group)
    return group
  }

  const delay = (later: Delayed): void => {
    const place = delayed.findLastIndex(({ visibleAt }) => visibleAt <= later.visibleAt)
    delayed.splice(place + 1, 0, later)
  }

  const placeIn = (waiting: readonly QueuedMessage[], { id }: QueuedMessage): number => {
    const numberOf = (one: string): number => taken.get(one) ?? Number.POSITIVE_INFINITY
    const place = waiting.findIndex((other) => numberOf(other.id) > numberOf(id))
    return place === -1 ? waiting.length : place
  }

  const leave = (name: string): void => {
    const group = groupOf(name)
    group.out -= 1
    out -= 1
    if (group.out === 0 && group.waiting.length === 0) groups.delete(name)
  }

  const showDelayed = (now: number): void => {
    const visible = delayed.findLastIndex(({ visibleAt }) => visibleAt <= now) + 1
    for (const { message, wasOut } of delayed.splice(0, visible)) {
      const { waiting } = groupOf(message.group)
      // A FIFO queue keeps the order of a group: what was out goes before all that came after it.
      if (isFifo && wasOut) waiting.splice(placeIn(waiting, message), 0, message)
      else waiting.push(message)
      if (wasOut) leave(message.group)
    }
  }

  /** The group with the fewest messages out; of several the one whose last turn is longest ago. */
  const nextGroup = (): Group | null => {
    let best: Group | null = null
    for (const group of groups.values()) {
      if (group.waiting.length === 0 || (isFifo && group.out > 0)) continue
      if (best === null || group.out < best.out || (group.out === best.out && group.servedIn < best.servedIn))
        best = group
    }
    return best
  }

  return {
    add: (message, visibleAt) => delay({ message, visibleAt, wasOut: false }),
    take: (most, now) => {
      showDelayed(now)
      const batch: QueuedMessage[] = []
      while (batch.length < most) {
        const group = nextGroup()
        if (group === null) break
        turn += 1
        group.servedIn = turn
        // A FIFO queue gives as many of one group as it has.
        const some = group.waiting.splice(0, isFifo ? most - batch.length : 1)
        group.out += some.length
        out += some.length
        for (const { id } of isFifo ? some : []) if (!taken.has(id)) taken.set(id, numbers++)
        batch.push(
          ...some.map((message) => ({
            ...message,
            received: message.received + 1,
            firstAt: message.firstAt ?? now,
          })),
        )
      }
      return batch
    },
    done: ({ id, group }) => {
      taken.delete(id)
      leave(group)
    },
    comeBack: (message, visibleAt) => delay({ message, visibleAt, wasOut: true }),
    nextAt: () => delayed[0]?.visibleAt ?? null,
    counts: (now) => {
      const ready = delayed.filter(({ visibleAt, wasOut }) => visibleAt <= now && !wasOut).length
      const waiting = [...groups.values()].reduce((sum, group) => sum + group.waiting.length, ready)
      const later = delayed.filter(({ visibleAt, wasOut }) => visibleAt > now && !wasOut)
      return { waiting, out, delayed: later.length }
    },
  }
}
