/** The frame of a queue consumer: parses each message, carries them out side by side, and hands back only those that are to come again. */

import middy from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import type { Log } from '#ports/kernel/log.ts'
import type { HandBack } from '#ports/work/hand-back.ts'
import { REQUEST_ATTRIBUTE } from '#ports/work/queues.ts'
import { type ConsumerSpec, DEFAULT_TIMEOUT_S } from './declaration.ts'
import { inTurn, type Place } from './in-turn.ts'
import { inRequest } from './request-trace.ts'
import { MAX_RECEIVES, visibilityTimeoutS } from './visibility.ts'

export interface ConsumerDeps {
  readonly log: Log
  /** Of a consumer that gives messages back. */
  readonly handBack?: HandBack
}

/** How much time the consumer has. */
export interface TimeLeft {
  /** What the platform allows one run, in ms. */
  readonly timeoutMs: number
  /** What is left of it now, in ms. */
  readonly remainingMs: number
}

/** The same, for a message. */
export interface MessageTime extends TimeLeft {
  /** The message's place among those of its group in this run; null where it cannot be given back. */
  readonly place: Place | null
}

/** What becomes of a message: done with, failed, or given back until an instant. */
type Fate = 'done' | 'failed' | { readonly againAt: number }

/** A message that came this often is not given back any more: a few times more, and it would be put aside. */
const MOST_RECEIVES = MAX_RECEIVES - 5

export type ConsumerHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>

/** A Lambda handler that carries its declaration; `on` gives the same consumer other dependencies. */
export interface Consumer<Deps = never> extends ConsumerHandler {
  readonly spec: ConsumerSpec
  on(deps: () => ConsumerDeps & Deps): ConsumerHandler
}

/** Carries out one message. Answers when it is to come again, where its consumer gives messages back; else it is done with. */
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
      const places = inTurn(event.Records.map(groupOf))
      const fates = await Promise.all(
        event.Records.map((record, nth) =>
          inRequest(requestOf(record), async () => {
            const fate = await carryOut(spec, given(), act, record, context, places[nth] ?? null)
            places[nth]?.pass(null)
            return { record, fate }
          }),
        ),
      )
      await giveBack(spec, given(), fates)
      const back = fates.filter(({ fate }) => fate !== 'done')
      return { batchItemFailures: back.map(({ record }) => ({ itemIdentifier: record.messageId })) }
    }) as ConsumerHandler
  return Object.assign(on(deps), { spec, on })
}

/** The request that led to the message. */
const requestOf = ({ messageAttributes }: SQSRecord): string | null =>
  messageAttributes?.[REQUEST_ATTRIBUTE]?.stringValue ?? null

const groupOf = ({ attributes }: SQSRecord): string => attributes?.MessageGroupId ?? ''

/** Of a group all come again together, so that they keep their order. Where that fails, they come again after their time-out. */
const giveBack = async (
  spec: ConsumerSpec,
  { handBack, log }: ConsumerDeps,
  fates: ReadonlyArray<{ readonly record: SQSRecord; readonly fate: Fate }>,
): Promise<void> => {
  const groups = new Map<string, { readonly receipts: string[]; againAt: number }>()
  for (const { record, fate } of fates) {
    if (typeof fate === 'string') continue
    const group = groups.get(groupOf(record)) ?? { receipts: [], againAt: 0 }
    group.receipts.push(record.receiptHandle)
    group.againAt = Math.max(group.againAt, fate.againAt)
    groups.set(groupOf(record), group)
  }
  await Promise.all(
    Array.from(groups.values(), ({ receipts, againAt }) =>
      handBack?.(spec.queue, receipts, againAt).catch((error: unknown) =>
        log.warn('messages could not be given back; they come again after their time-out', {
          queue: spec.queue,
          messages: receipts.length,
          error: String(error),
        }),
      ),
    ),
  )
}

const carryOut = async <Schema extends GenericSchema, Deps>(
  spec: ConsumerSpec & { readonly message: Schema },
  deps: ConsumerDeps & Deps,
  act: Act<Schema, Deps>,
  record: SQSRecord,
  context: Context,
  place: Place | null,
): Promise<Fate> => {
  const received = Number(record.attributes?.ApproximateReceiveCount ?? 1)
  if (received > 1 && !wasGivenBack(spec, record, received)) tellOfRepeat(spec, deps.log, record, received)
  const canBeGivenBack = spec.uses.givesBack === true && deps.handBack !== undefined && received < MOST_RECEIVES
  try {
    const parsed = safeParse(spec.message, JSON.parse(record.body))
    if (!parsed.success) throw new Error(`not a message of ${spec.queue}: ${parsed.issues[0].message}`)
    const againAt = await act(deps, parsed.output, {
      timeoutMs: (spec.timeoutS ?? DEFAULT_TIMEOUT_S) * 1_000,
      remainingMs: context.getRemainingTimeInMillis(),
      place: canBeGivenBack ? place : null,
    })
    return typeof againAt === 'number' ? { againAt } : 'done'
  } catch (error) {
    const about = {
      queue: spec.queue,
      messageId: record.messageId,
      received,
      means: spec.ifBroken,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
    if (spec.fifo === true) {
      // It would hold up its whole group: its work stands in the table, and the sweeper takes it up.
      deps.log.error('message failed; the sweeper takes up its work', about)
      return 'done'
    }
    deps.log.error('message failed and will come back', about)
    return 'failed'
  }
}

/** Whether it came again sooner than runs that end nothing let it: their messages are hidden for the visibility time-out. */
const wasGivenBack = (spec: ConsumerSpec, { attributes }: SQSRecord, received: number): boolean => {
  const since = Number(attributes.ApproximateFirstReceiveTimestamp)
  return spec.uses.givesBack === true && Date.now() - since < 1_000 * visibilityTimeoutS(spec) * (received - 1)
}

/** A run that crashes, runs out of time or is not started says nothing of its own: the message says it by coming again. */
const tellOfRepeat = (spec: ConsumerSpec, log: Log, { messageId }: SQSRecord, received: number): void => {
  log.error('message comes again: a run before did not end it', {
    messageId,
    queue: spec.queue,
    received,
    means: spec.ifBroken,
  })
}
