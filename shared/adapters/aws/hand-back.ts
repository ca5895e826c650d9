/** Messages are given back to SQS by their visibility time-out. */

import { ChangeMessageVisibilityBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { SECOND } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { HandBack } from '#ports/work/hand-back.ts'
import type { QueueName } from '#ports/work/queues.ts'
import { requestLimits } from './request-limits.ts'

export const handBackTo = (urlOf: (queue: QueueName) => string, clock: Clock): HandBack => {
  const client = new SQSClient({ requestHandler: requestLimits() })
  return async (queue, receipts, againAt) => {
    const VisibilityTimeout = Math.max(0, Math.ceil((againAt - clock()) / SECOND))
    const Entries = receipts.map((ReceiptHandle, place) => ({ Id: String(place), ReceiptHandle, VisibilityTimeout }))
    const { Failed = [] } = await client.send(
      new ChangeMessageVisibilityBatchCommand({ QueueUrl: urlOf(queue), Entries }),
    )
    const [failure] = Failed
    if (failure !== undefined)
      throw new Error(`the queue did not take a message back: ${failure.Code} ${failure.Message ?? ''}`.trim())
  }
}
