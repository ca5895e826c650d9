/** Messages are taken off SQS before their run ends. */

import { DeleteMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { LetGo } from '#ports/work/let-go.ts'
import type { QueueName } from '#ports/work/queues.ts'
import { requestLimits } from './request-limits.ts'

export const letGoFrom = (urlOf: (queue: QueueName) => string): LetGo => {
  const client = new SQSClient({ requestHandler: requestLimits() })
  return async (queue, receipts) => {
    const Entries = receipts.map((ReceiptHandle, place) => ({ Id: String(place), ReceiptHandle }))
    const { Failed = [] } = await client.send(new DeleteMessageBatchCommand({ QueueUrl: urlOf(queue), Entries }))
    const [failure] = Failed
    if (failure !== undefined)
      throw new Error(`the queue did not let a message go: ${failure.Code} ${failure.Message ?? ''}`.trim())
  }
}
