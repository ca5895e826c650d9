/**
 * Consumers as the platform runs them, in time that passes only when all runs wait. The runs at once and the batches are limited as
 * declared; a group of a FIFO queue has one batch at a time. An unfinished message returns after its visibility time-out, or when it is
 * requeued. A message that is acknowledged early no longer holds its group.
 */

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { MessageControl } from '#lambda/consumer.ts'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import { InFlight } from '#lambda/messages/in-flight.ts'
import { visibilityTimeoutS } from '#lambda/messages/visibility.ts'
import type { StoryMessage, StoryQueues } from './story-queues.ts'

export interface TimedConsumer {
  readonly spec: ConsumerSpec
  /** Runs of it at the same time. */
  readonly atOnce: number
  readonly handle: (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>
}

export interface ConsumersInTime {
  /** Lets time pass for whoever calls it. */
  sleep(ms: number): Promise<void>
  /** Control by which consumers requeue messages and acknowledge them early. */
  readonly control: MessageControl
  /** Does this at that instant, beside everything else. */
  at(instant: number, act: () => Promise<void>): void
  /** Runs until that instant, or until nothing is left to do. */
  runUntil(end: number): Promise<void>
}

export const consumersInTime = (
  time: { now: number },
  queues: StoryQueues,
  consumers: readonly TimedConsumer[],
): ConsumersInTime => {
  const alarms: Array<{ readonly at: number; readonly ring: () => void }> = []
  const runs = new Map(consumers.map(({ spec }) => [spec.queue, new Set<readonly StoryMessage[]>()]))
  let changes = 0
  /** Receive counts of messages. */
  const received = new Map<number, number>()
  /** Messages in flight, by their receipts. */
  const out = new Map<string, StoryMessage>()

  const sleepUntil = (at: number): Promise<void> => new Promise((ring) => alarms.push({ at, ring }))

  /** The next batch for it, as its queue would hand it out; empty where there is none, or nobody to take it. */
  const batchFor = ({ spec, atOnce }: TimedConsumer): readonly StoryMessage[] => {
    if ((runs.get(spec.queue)?.size ?? 0) >= atOnce) return []
    const mine = queues.waiting.filter(({ queue }) => queue === spec.queue)
    const ready = mine.filter(({ visibleAt }) => visibleAt <= time.now)
    if (ready.length === 0) return []
    const held = spec.fifo === true ? groupsHeld(spec, mine) : NONE
    return ready
      .filter(({ group }) => !held.has(group))
      .sort((one, other) => one.id - other.id)
      .slice(0, spec.batchSize)
  }

  /** Groups with a message in flight, or with a received message that returns later. */
  const groupsHeld = ({ queue }: ConsumerSpec, waiting: readonly StoryMessage[]): ReadonlySet<string> => {
    const taken = [...out.values()].filter((message) => message.queue === queue)
    const hidden = waiting.filter(({ id, visibleAt }) => received.has(id) && visibleAt > time.now)
    return new Set([...taken, ...hidden].map(({ group }) => group))
  }

  const start = ({ spec, handle }: TimedConsumer, batch: readonly StoryMessage[]): void => {
    for (const message of batch) queues.waiting.splice(queues.waiting.indexOf(message), 1)
    runs.get(spec.queue)?.add(batch)
    const begun = time.now
    const deadline = begun + 1_000 * (spec.timeoutS ?? 15)
    const context = { getRemainingTimeInMillis: () => deadline - time.now } as Context
    const Records = batch.map((message) => {
      const { id, body, group } = message
      const ApproximateReceiveCount = String(times(id))
      const receiptHandle = `${id}.${ApproximateReceiveCount}`
      out.set(receiptHandle, message)
      return {
        messageId: String(id),
        receiptHandle,
        body,
        attributes: { MessageGroupId: group, ApproximateReceiveCount },
      }
    })
    const all = { batchItemFailures: batch.map(({ id }) => ({ itemIdentifier: String(id) })) }
    const ended = handle({ Records } as unknown as SQSEvent, context).catch(() => all)
    const killed = sleepUntil(deadline).then(() => all)
    void Promise.race([ended, killed]).then(({ batchItemFailures }) => {
      runs.get(spec.queue)?.delete(batch)
      changes += 1
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
      for (const { messageId, receiptHandle } of Records) {
        if (failed.has(messageId)) comeBack(receiptHandle, begun + 1_000 * visibilityTimeoutS(spec))
        else out.delete(receiptHandle)
      }
    })
  }

  /** Returns a message to its queue, unless it is no longer in flight. */
  const comeBack = (receipt: string, visibleAt: number): void => {
    const message = out.get(receipt)
    if (message === undefined) return
    out.delete(receipt)
    queues.waiting.push({ ...message, visibleAt })
  }

  const times = (id: number): number => {
    received.set(id, (received.get(id) ?? 0) + 1)
    return received.get(id) ?? 1
  }

  /** Everything that needs no time to pass. The table is in memory: what does not wait has ended after a turn of the loop. */
  const comeToRest = async (): Promise<void> => {
    let before: number
    do {
      before = changes
      await new Promise(setImmediate)
      for (const consumer of consumers) {
        for (let batch = batchFor(consumer); batch.length > 0; batch = batchFor(consumer)) {
          start(consumer, batch)
          changes += 1
        }
      }
    } while (changes !== before)
  }

  return {
    sleep: (ms) => sleepUntil(time.now + ms),
    control: {
      InFlight,
      requeue: async (_queue, receipts, againAt) => {
        const seconds = Math.max(0, Math.ceil((againAt - time.now) / 1_000))
        for (const receipt of receipts) comeBack(receipt, time.now + 1_000 * seconds)
        changes += 1
      },
      acknowledgeEarly: async (_queue, receipts) => {
        for (const receipt of receipts) out.delete(receipt)
        changes += 1
      },
      after: (ms, act) => {
        let isRequested = true
        void sleepUntil(time.now + ms).then(() => {
          if (isRequested) act()
        })
        return () => {
          isRequested = false
        }
      },
    },
    at: (instant, act) => void sleepUntil(instant).then(act),
    runUntil: async (end) => {
      for (;;) {
        await comeToRest()
        const coming = [...alarms.map(({ at }) => at), ...queues.waiting.map(({ visibleAt }) => visibleAt)]
        const next = Math.min(...coming.filter((at) => at > time.now))
        if (next > end) return
        time.now = next
        for (const alarm of alarms.filter(({ at }) => at <= time.now)) {
          alarms.splice(alarms.indexOf(alarm), 1)
          alarm.ring()
        }
      }
    },
  }
}

const NONE: ReadonlySet<string> = new Set()
