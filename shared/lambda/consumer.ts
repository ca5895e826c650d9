/** The frame of a queue consumer: parses each message, carries them out side by side, and hands back only those that are to come again. */

import middy from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import type { Log } from '#ports/kernel/log.ts'
import { REQUEST_ATTRIBUTE } from '#ports/work/queues.ts'
import { type ConsumerSpec, DEFAULT_TIMEOUT_S } from './declaration.ts'
import { inRequest } from './request-trace.ts'

export interface ConsumerDeps {
  readonly log: Log
}

/** How much time the consumer has. */
export interface TimeLeft {
  /** What the platform allows one run, in ms. */
  readonly timeoutMs: number
  /** What is left of it now, in ms. */
  readonly remainingMs: number
}

export type ConsumerHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>

/** A Lambda handler that carries its declaration; `on` gives the same consumer other dependencies. */
export interface Consumer<Deps = never> extends ConsumerHandler {
  readonly spec: ConsumerSpec
  on(deps: () => ConsumerDeps & Deps): ConsumerHandler
}

export const consumer = <Schema extends GenericSchema, Deps>(
  spec: ConsumerSpec & { readonly message: Schema },
  deps: () => ConsumerDeps & Deps,
  act: (deps: ConsumerDeps & Deps, message: InferOutput<Schema>, time: TimeLeft) => Promise<void>,
): Consumer<Deps> => {
  const on = (given: () => ConsumerDeps & Deps): ConsumerHandler =>
    middy<SQSEvent, SQSBatchResponse>().handler(async (event: SQSEvent, context: Context) => {
      const failed = await Promise.all(
        event.Records.map((record) =>
          inRequest(requestOf(record), () => carryOut(spec, given(), act, record, context)),
        ),
      )
      return { batchItemFailures: failed.flatMap((id) => (id === null ? [] : [{ itemIdentifier: id }])) }
    }) as ConsumerHandler
  return Object.assign(on(deps), { spec, on })
}

/** The request that led to the message. */
const requestOf = ({ messageAttributes }: SQSRecord): string | null =>
  messageAttributes?.[REQUEST_ATTRIBUTE]?.stringValue ?? null

/** The message's id when it has to come back; null when it is done with. */
const carryOut = async <Schema extends GenericSchema, Deps>(
  spec: ConsumerSpec & { readonly message: Schema },
  deps: ConsumerDeps & Deps,
  act: (deps: ConsumerDeps & Deps, message: InferOutput<Schema>, time: TimeLeft) => Promise<void>,
  record: SQSRecord,
  context: Context,
): Promise<string | null> => {
  const received = Number(record.attributes?.ApproximateReceiveCount ?? 1)
  if (received > 1) tellOfRepeat(spec, deps.log, record, received)
  try {
    const parsed = safeParse(spec.message, JSON.parse(record.body))
    if (!parsed.success) throw new Error(`not a message of ${spec.queue}: ${parsed.issues[0].message}`)
    await act(deps, parsed.output, {
      timeoutMs: (spec.timeoutS ?? DEFAULT_TIMEOUT_S) * 1_000,
      remainingMs: context.getRemainingTimeInMillis(),
    })
    return null
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
      return null
    }
    deps.log.error('message failed and will come back', about)
    return record.messageId
  }
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
