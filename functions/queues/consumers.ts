/** Table of contents: every queue and the Lambda that reads it. */

import type { Consumer } from '#lambda/consumer.ts'
import { handler as advanceContingents } from './advance-contingents.ts'
import { handler as attemptDelivery } from './attempt-delivery.ts'
import { handler as cancelOrder } from './cancel-order.ts'
import { handler as deliverWebhook } from './deliver-webhook.ts'
import { handler as executeBasket } from './execute-basket.ts'
import { handler as executeOrder } from './execute-order.ts'
import { handler as fireTrigger } from './fire-trigger.ts'
import { handler as pushChanges } from './push-changes.ts'
import { handler as sweepSoon } from './sweep-soon.ts'
import { handler as syncAccount } from './sync-account.ts'
import { handler as watchShard } from './watch-shard.ts'

/** `file` is the module whose export `handler` is the Lambda. */
export const CONSUMERS: ReadonlyArray<{ readonly file: string; readonly handler: Pick<Consumer, 'spec'> }> = [
  { file: 'functions/queues/execute-order.ts', handler: executeOrder },
  { file: 'functions/queues/execute-basket.ts', handler: executeBasket },
  { file: 'functions/queues/cancel-order.ts', handler: cancelOrder },
  { file: 'functions/queues/sync-account.ts', handler: syncAccount },
  { file: 'functions/queues/advance-contingents.ts', handler: advanceContingents },
  { file: 'functions/queues/fire-trigger.ts', handler: fireTrigger },
  { file: 'functions/queues/deliver-webhook.ts', handler: deliverWebhook },
  { file: 'functions/queues/attempt-delivery.ts', handler: attemptDelivery },
  { file: 'functions/queues/push-changes.ts', handler: pushChanges },
  { file: 'functions/queues/sweep-soon.ts', handler: sweepSoon },
  { file: 'functions/queues/watch-shard.ts', handler: watchShard },
]
