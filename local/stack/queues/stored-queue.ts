/** A queue whose messages survive the death of the process, with its dead-letter queue. */

import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import { maxReceives } from '#lambda/messages/visibility.ts'
import type { RowStore, StoredRow } from '#simulators/engine/ledger/row-store.ts'
import { MessageQueue, type QueuedMessage } from './message-queue.ts'
import type { ReachableQueue } from './queue-endpoint.ts'

/** Names a message that is out: another receipt each time it is handed out. */
export const receiptOf = ({ id, received }: Pick<QueuedMessage, 'id' | 'received'>): string => `${id}.${received}`

const Row = v.object({
  group: v.string(),
  body: v.string(),
  attributes: v.optional(v.record(v.string(), v.string()), {}),
  sentAt: v.number(),
  visibleAt: v.number(),
  received: v.number(),
  firstAt: v.optional(v.number()),
})

interface QueueStore {
  readonly store: Pick<RowStore, 'write'>
  /** Rows of an earlier run. Its messages that were out are visible at once: their holders ended with that run. */
  readonly stored: readonly StoredRow[]
  readonly log: (line: string) => void
}

export class StoredQueue implements ReachableQueue {
  readonly deadLetters: string
  readonly #name: string
  readonly #mostReceives: number
  readonly #store: QueueStore['store']
  readonly #log: QueueStore['log']
  readonly #queue: MessageQueue
  /** Messages that are out, by their receipts. */
  readonly #out = new Map<string, QueuedMessage>()
  /** Ids of the messages in the dead-letter queue. */
  #aside: readonly string[]
  #changed = (): void => undefined

  constructor(spec: Pick<ConsumerSpec, 'queue' | 'fifo' | 'comesAgainSoon'>, { store, stored, log }: QueueStore) {
    this.#name = spec.queue
    this.deadLetters = `${spec.queue}-dead`
    this.#mostReceives = maxReceives(spec)
    this.#store = store
    this.#log = log
    this.#queue = new MessageQueue(spec.fifo ?? false)
    this.#aside = stored.filter(({ kind }) => kind === this.deadLetters).map(({ key }) => key)
    for (const { visibleAt, ...message } of messagesIn(stored, this.#name)) this.#queue.add(message, visibleAt)
  }

  /** The dead-letter queue. */
  get aside(): ReachableQueue {
    return {
      deadLetters: null,
      send: () => {
        throw new Error('nobody sends to a dead-letter queue')
      },
      changeVisibility: () => undefined,
      remove: () => undefined,
      purge: () => {
        this.#store.write(this.#aside.map((key) => ({ kind: this.deadLetters, key, row: null })))
        this.#aside = []
      },
      counts: () => ({ waiting: this.#aside.length, out: 0, delayed: 0 }),
    }
  }

  send(sent: Parameters<ReachableQueue['send']>[0]): readonly string[] {
    const now = Date.now()
    const fresh = sent.map(({ body, group, attributes, delayS }) => ({
      message: { id: randomUUID(), group, body, attributes, sentAt: now, received: 0 },
      visibleAt: now + delayS * 1_000,
    }))
    this.#store.write(fresh.map(({ message, visibleAt }) => this.#rowOf(message, visibleAt)))
    for (const { message, visibleAt } of fresh) this.#queue.add(message, visibleAt)
    this.#changed()
    return fresh.map(({ message }) => message.id)
  }

  /** Returns at most `most` messages that are visible now. */
  take(most: number): readonly QueuedMessage[] {
    for (;;) {
      const taken = this.#queue.take(most, Date.now())
      const live = taken.filter(({ received }) => received <= this.#mostReceives)
      this.#putAside(taken.filter(({ received }) => received > this.#mostReceives))
      for (const message of live) this.#out.set(receiptOf(message), message)
      if (live.length > 0 || taken.length === 0) return live
    }
  }

  remove(receipts: readonly string[]): void {
    const gone = receipts.flatMap((receipt) => this.#out.get(receipt) ?? [])
    this.#store.write(gone.map((message) => this.#goneRow(message)))
    for (const message of gone) {
      this.#out.delete(receiptOf(message))
      this.#queue.done(message)
    }
    this.#changed()
  }

  /** Makes the message visible again at that time, if it is still out since it was taken. */
  comeBack(message: QueuedMessage, visibleAt: number): void {
    if (!this.#out.delete(receiptOf(message))) return
    this.#store.write([this.#rowOf(message, visibleAt)])
    this.#queue.comeBack(message, visibleAt)
  }

  /** True if the message is still out since it was taken. */
  isOut(message: QueuedMessage): boolean {
    return this.#out.has(receiptOf(message))
  }

  changeVisibility(receipt: string, seconds: number): void {
    const message = this.#out.get(receipt)
    if (message !== undefined) this.comeBack(message, Date.now() + 1_000 * seconds)
    this.#changed()
  }

  nextAt(): number | null {
    return this.#queue.nextAt()
  }

  counts(): ReturnType<MessageQueue['counts']> {
    return this.#queue.counts(Date.now())
  }

  /** Calls `act` after each send, and after messages are no longer out. */
  onChanged(act: () => void): void {
    this.#changed = act
  }

  #putAside(dead: readonly QueuedMessage[]): void {
    if (dead.length === 0) return
    const asideRow = (message: QueuedMessage) => ({ ...this.#rowOf(message, 0), kind: this.deadLetters })
    this.#store.write(dead.flatMap((message) => [this.#goneRow(message), asideRow(message)]))
    this.#aside = [...this.#aside, ...dead.map(({ id }) => id)]
    for (const message of dead) {
      this.#queue.done(message)
      const { id, body } = message
      const said = { level: 'error', message: 'message was put aside', queue: this.#name, messageId: id, body }
      this.#log(JSON.stringify(said))
    }
  }

  #rowOf({ id, ...message }: QueuedMessage, visibleAt: number) {
    return { kind: this.#name, key: id, row: { ...message, visibleAt } }
  }

  #goneRow({ id }: QueuedMessage): StoredRow {
    return { kind: this.#name, key: id, row: null }
  }
}

/** Stored messages of a queue, oldest first. */
const messagesIn = (stored: readonly StoredRow[], name: string) =>
  stored
    .filter(({ kind }) => kind === name)
    .map(({ key, row }) => ({ id: key, ...v.parse(Row, row) }))
    .sort((one, other) => one.sentAt - other.sentAt || (one.id < other.id ? -1 : 1))
