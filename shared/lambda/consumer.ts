/** Frame of a queue consumer. Parses the messages of a batch, carries them out side by side, and returns only messages that are to come again. */

import middy from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { OtherAccounts } from '#ports/accounts/other-accounts.ts'
import type { After } from '#ports/kernel/clock.ts'
import { type Log, logged } from '#ports/kernel/log.ts'
import type { AcknowledgeEarly } from '#ports/work/acknowledge-early.ts'
import { REQUEST_ATTRIBUTE } from '#ports/work/queues.ts'
import type { Requeue } from '#ports/work/requeue.ts'
import { type ConsumerSpec, DEFAULT_TIMEOUT_S } from './declaration.ts'
import { errorText } from './log/error-text.ts'
import { FUNCTION_LOG } from './log/log-messages.ts'
import { inRequest } from './log/request-trace.ts'
import type { InFlight, Place } from './messages/in-flight.ts'
import { MAX_RECEIVES, visibilityTimeoutS } from './messages/visibility.ts'

export interface ConsumerDeps {
  readonly log: Log
  /** Only for a consumer that gives messages back. */
  readonly control?: MessageControl
}

/** Lets a consumer of a FIFO queue give messages back, and take slow ones off the queue before its run ends. */
export interface MessageControl {
  readonly requeue: Requeue
  readonly acknowledgeEarly: AcknowledgeEarly
  readonly after: After
  /** An argument, so that the bundles of other consumers do not hold it. */
  readonly InFlight: typeof InFlight
}

/** Time of a run. */
export interface TimeLeft {
  /** Time that the platform allows one run, in ms. */
  readonly timeoutMs: number
  /** Time left now, in ms. */
  readonly remainingMs: number
}

/** Time of a run for one message. */
export interface MessageTime extends TimeLeft {
  /** Place of the message among those of its group in this run; null if its consumer gives none back. */
  readonly place: Place | null
}

/** Result of a message: done, failed, or given back until an instant. */
type MessageResult = 'done' | 'failed' | { readonly againAt: number }

/** Receives after which a message is not given back any more: a few more would move it to the dead-letter queue. */
const MOST_RECEIVES = MAX_RECEIVES - 5

export type ConsumerHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>

/** Lambda handler with its declaration; `on` gives the same consumer other dependencies. */
export interface Consumer<Deps = never> extends ConsumerHandler {
  readonly spec: ConsumerSpec
  on(deps: () => ConsumerDeps & Deps): ConsumerHandler
}

/** Carries out one message. A consumer that gives messages back may return the instant at which the message comes again. */
type Act<Schema extends GenericSchema, Deps> = (
  deps: ConsumerDeps & Deps,
  message: InferOutput<Schema>,
  time: MessageTime,
) => Promise<number | null> | Promise<void>

export const consumer = <Schema extends GenericSchema, Deps>(
  spec: ConsumerSpec & { readonly message: Schema },
  deps: () => ConsumerDeps & Deps,
  act: Act<Schema, Deps>,
): Consumer<Deps> => {
  const on = (given: () => ConsumerDeps & Deps): ConsumerHandler =>
    middy<SQSEvent, SQSBatchResponse>().handler(async (event: SQSEvent, context: Context) => {
      const inFlight = inFlightOf(spec, given(), event.Records)
      const results = await Promise.all(
        event.Records.map((record, nth) =>
          inRequest(requestOf(record), async () => {
            const result = await carryOut({ spec, act }, given(), record, {
              remainingMs: context.getRemainingTimeInMillis(),
              place: inFlight?.places[nth] ?? null,
            })
            inFlight?.ended(nth, typeof result === 'string' ? null : result.againAt)
            return result
          }),
        ),
      )
      const comeAgain = await inFlight?.close()
      const back = event.Records.filter((_, nth) => results[nth] === 'failed' || comeAgain?.has(nth) === true)
      return { batchItemFailures: back.map(({ messageId }) => ({ itemIdentifier: messageId })) }
    }) as ConsumerHandler
  return Object.assign(on(deps), { spec, on })
}

/** Id of the request that led to the message. */
const requestOf = ({ messageAttributes }: SQSRecord): string | null =>
  messageAttributes?.[REQUEST_ATTRIBUTE]?.stringValue ?? null

const groupOf = ({ attributes }: SQSRecord): string => attributes?.MessageGroupId ?? ''

/**
 * Tracks the messages of a batch; null if the consumer gives none back. After a failed call to the queue, messages come again after their time-out,
 * or hold their group until the run ends.
 */
const inFlightOf = (
  { queue, uses }: ConsumerSpec,
  { control, log }: ConsumerDeps,
  records: readonly SQSRecord[],
): InFlight | null => {
  if (uses.requeues !== true || control === undefined) return null
  const { acknowledgeEarly, requeue, after, InFlight } = control
  const messages = records.map((record) => ({
    group: groupOf(record),
    receipt: record.receiptHandle,
    mayComeAgain: receivesOf(record) < MOST_RECEIVES,
  }))
  const warn = (receipts: readonly string[], message: string) =>
    logged(log, 'warn', message, { queue, messages: receipts.length })
  return new InFlight(messages, {
    acknowledgeEarly: (some) =>
      acknowledgeEarly(queue, some).catch(warn(some, 'messages not acknowledged early; their group waits')),
    requeue: (some, againAt) =>
      requeue(queue, some, againAt).catch(
        warn(some, 'messages could not be given back; they come again after their time-out'),
      ),
    after,
  })
}

const receivesOf = ({ attributes }: SQSRecord): number => Number(attributes?.ApproximateReceiveCount ?? 1)

const carryOut = async <Schema extends GenericSchema, Deps>(
  { spec, act }: { readonly spec: ConsumerSpec & { readonly message: Schema }; readonly act: Act<Schema, Deps> },
  deps: ConsumerDeps & Deps,
  record: SQSRecord,
  time: Pick<MessageTime, 'remainingMs' | 'place'>,
): Promise<MessageResult> => {
  const received = receivesOf(record)
  if (received > 1 && !wasGivenBack(spec, record, received)) logRepeat(spec, deps.log, record, received)
  try {
    const parsed = safeParse(spec.message, JSON.parse(record.body))
    if (!parsed.success) throw new Error(`not a message of ${spec.queue}: ${parsed.issues[0].message}`)
    const timeoutMs = (spec.timeoutS ?? DEFAULT_TIMEOUT_S) * 1_000
    const againAt = await act(deps, parsed.output, { timeoutMs, ...time })
    return typeof againAt === 'number' ? { againAt } : 'done'
  } catch (error) {
    // Such work waits in the table for a service with those accounts.
    if (error instanceof OtherAccounts) return 'done'
    const about = {
      queue: spec.queue,
      messageId: record.messageId,
      received,
      means: spec.ifBroken,
      error: errorText(error),
    }
    if (spec.fifo === true) {
      // A retry would hold up the whole group. The work is stored in the table, and the sweeper queues it again.
      deps.log.error(FUNCTION_LOG.messageFailed, { ...about, retriedBy: 'sweeper' })
      return 'done'
    }
    deps.log.error(FUNCTION_LOG.messageFailed, { ...about, retriedBy: 'queue' })
    return 'failed'
  }
}

/** True if the message came again sooner than the visibility time-out allows after a run that died. */
const wasGivenBack = (spec: ConsumerSpec, { attributes }: SQSRecord, received: number): boolean => {
  const since = Number(attributes.ApproximateFirstReceiveTimestamp)
  return spec.uses.requeues === true && Date.now() - since < 1_000 * visibilityTimeoutS(spec) * (received - 1)
}

/** Logs an earlier run that crashed, ran out of time or was not started. Such a run logs nothing, but its message comes again. */
const logRepeat = (spec: ConsumerSpec, log: Log, { messageId }: SQSRecord, received: number): void => {
  log.error(FUNCTION_LOG.messageRepeated, {
    messageId,
    queue: spec.queue,
    received,
    means: spec.ifBroken,
  })
}
