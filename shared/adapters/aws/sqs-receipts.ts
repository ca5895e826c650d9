/** Received messages: returns them to SQS by their visibility time-out, or deletes them before the run ends. */

import {
  type BatchResultErrorEntry,
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { SECOND } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { AcknowledgeEarly } from '#ports/work/acknowledge-early.ts'
import type { QueueName } from '#ports/work/queues.ts'
import type { Requeue } from '#ports/work/requeue.ts'
import { requestLimits } from './request-limits.ts'

export const sqsReceipts = (
  urlOf: (queue: QueueName) => string,
  clock: Clock,
): { readonly requeue: Requeue; readonly acknowledgeEarly: AcknowledgeEarly } => {
  const client = new SQSClient({ requestHandler: requestLimits() })
  return {
    requeue: async (queue, receipts, againAt) => {
      const VisibilityTimeout = Math.max(0, Math.ceil((againAt - clock()) / SECOND))
      const Entries = receipts.map((ReceiptHandle, place) => ({ Id: String(place), ReceiptHandle, VisibilityTimeout }))
      const answer = await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: urlOf(queue), Entries }))
      throwIfFailed('take a message back', answer.Failed)
    },
    acknowledgeEarly: async (queue, receipts) => {
      const Entries = receipts.map((ReceiptHandle, place) => ({ Id: String(place), ReceiptHandle }))
      const answer = await client.send(new DeleteMessageBatchCommand({ QueueUrl: urlOf(queue), Entries }))
      throwIfFailed('let a message go', answer.Failed)
    },
  }
}

const throwIfFailed = (what: string, [failure]: readonly BatchResultErrorEntry[] = []): void => {
  if (failure !== undefined)
    throw new Error(`the queue did not ${what}: ${failure.Code} ${failure.Message ?? ''}`.trim())
}
