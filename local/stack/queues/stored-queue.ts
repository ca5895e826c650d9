/** A queue whose messages survive the death of the process, with its dead-letter queue. */

import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import { maxReceives } from '#lambda/visibility.ts'
import type { RowStore, StoredRow } from '#simulators/engine/ledger/row-store.ts'
import { type MessageQueue, messageQueue, type QueuedMessage } from './message-queue.ts'
import type { ReachableQueue } from './queue-endpoint.ts'

export interface StoredQueue extends ReachableQueue, Pick<MessageQueue, 'nextAt'> {
  /** As many as are visible now, at most `most`. */
  take(most: number): readonly QueuedMessage[]
  /** The message comes back then, if it is still out since that time. */
  comeBack(message: QueuedMessage, visibleAt: number): void
  /** Whether it is still out since it was taken. */
  isOut(message: QueuedMessage): boolean
  /** The messages that were put aside. */
  readonly aside: ReachableQueue
  /** Calls it after each send, and after messages have left the hands of who goes on. */
  onChanged(act: () => void): void
}

/** Under what who has a message names it: another one each time it is handed out. */
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

/**
 * Takes up what was stored under its name. Messages that a run before had out are visible at once: whoever had taken them ended with
 * that run.
 */
export const storedQueue = (
  spec: Pick<ConsumerSpec, 'queue' | 'fifo' | 'comesAgainSoon'>,
  store: Pick<RowStore, 'write'>,
  stored: readonly StoredRow[],
  log: (line: string) => void,
): StoredQueue => {
  const name = spec.queue
  const queue = messageQueue(spec.fifo ?? false)
  const comesAtMost = maxReceives(spec)
  let changed = (): void => undefined
  const deadLetters = `${name}-dead`
  /** Messages that are out, by their receipts. */
  const out = new Map<string, QueuedMessage>()
  let aside = stored.filter(({ kind }) => kind === deadLetters).length
  const rowOf = ({ id, ...message }: QueuedMessage, visibleAt: number) => ({
    kind: name,
    key: id,
    row: { ...message, visibleAt },
  })
  const goneRow = ({ id }: QueuedMessage): StoredRow => ({ kind: name, key: id, row: null })

  const messages = stored
    .filter(({ kind }) => kind === name)
    .map(({ key, row }) => ({ id: key, ...v.parse(Row, row) }))
    .sort((one, other) => one.sentAt - other.sentAt || (one.id < other.id ? -1 : 1))
  for (const { visibleAt, ...message } of messages) queue.add(message, visibleAt)

  const putAside = (dead: readonly QueuedMessage[]): void => {
    if (dead.length === 0) return
    store.write(dead.flatMap((message) => [goneRow(message), { ...rowOf(message, 0), kind: deadLetters }]))
    aside += dead.length
    for (const message of dead) {
      queue.done(message)
      const { id, body } = message
      log(JSON.stringify({ level: 'error', message: 'message was put aside', queue: name, messageId: id, body }))
    }
  }

  /** It is back in the queue, unless it has left the hands of who had it already. */
  const comeBack = (message: QueuedMessage, visibleAt: number): void => {
    if (!out.delete(receiptOf(message))) return
    store.write([rowOf(message, visibleAt)])
    queue.comeBack(message, visibleAt)
  }

  return {
    deadLetters,
    aside: {
      deadLetters: null,
      send: () => {
        throw new Error('nobody sends to a dead-letter queue')
      },
      changeVisibility: () => undefined,
      remove: () => undefined,
      counts: () => ({ waiting: aside, out: 0, delayed: 0 }),
    },
    send: (sent) => {
      const now = Date.now()
      const fresh = sent.map(({ body, group, attributes, delayS }) => ({
        message: { id: randomUUID(), group, body, attributes, sentAt: now, received: 0 },
        visibleAt: now + delayS * 1_000,
      }))
      store.write(fresh.map(({ message, visibleAt }) => rowOf(message, visibleAt)))
      for (const { message, visibleAt } of fresh) queue.add(message, visibleAt)
      changed()
      return fresh.map(({ message }) => message.id)
    },
    take: (most) => {
      for (;;) {
        const taken = queue.take(most, Date.now())
        const live = taken.filter(({ received }) => received <= comesAtMost)
        putAside(taken.filter(({ received }) => received > comesAtMost))
        for (const message of live) out.set(receiptOf(message), message)
        if (live.length > 0 || taken.length === 0) return live
      }
    },
    remove: (receipts) => {
      const gone = receipts.flatMap((receipt) => out.get(receipt) ?? [])
      store.write(gone.map(goneRow))
      for (const message of gone) {
        out.delete(receiptOf(message))
        queue.done(message)
      }
      changed()
    },
    comeBack,
    isOut: (message) => out.has(receiptOf(message)),
    changeVisibility: (receipt, seconds) => {
      const message = out.get(receipt)
      if (message !== undefined) comeBack(message, Date.now() + 1_000 * seconds)
      changed()
    },
    nextAt: queue.nextAt,
    counts: () => queue.counts(Date.now()),
    onChanged: (act) => {
      changed = act
    },
  }
}
