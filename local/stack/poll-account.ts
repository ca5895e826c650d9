/** Polls one exchange account at once, past the queue. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import { RECONCILE_LOG } from '#use-cases/reconcile/log-messages.ts'
import type { DeclaredLambdas } from './lambdas/declared-lambdas.ts'
import type { LocalLambdas } from './lambdas/local-lambdas.ts'
import type { GuardReach } from './order-guard.ts'

/** `log` also receives the lines of these polls. */
export const accountPoller = (
  consumers: DeclaredLambdas['consumers'],
  lambdas: LocalLambdas,
  log: (line: string) => void,
): GuardReach['poll'] => {
  const spec = consumers.find(({ queue }) => queue === 'sync-account')
  if (spec === undefined) throw new Error('no consumer of sync-account')
  return async (account, number) => {
    let isAnswered = true
    const lambda = lambdas.start(spec, (line) => {
      if (line.includes(RECONCILE_LOG.accountUnanswered)) isAnswered = false
      log(line)
    })
    try {
      const reply = await lambda.invoke({ Records: [recordOf(account, number)] })
      return isAnswered && !hasFailed(reply)
    } catch {
      // The time of the function was over, or it died.
      return false
    } finally {
      await lambda.stop()
    }
  }
}

const recordOf = ({ subaccountId, exchange }: AccountRef, poll: number) => ({
  messageId: `${subaccountId} ${exchange}`,
  receiptHandle: '',
  body: JSON.stringify({ subaccountId, exchange, poll, look: true }),
  attributes: { ApproximateReceiveCount: '1' },
  messageAttributes: {},
  eventSource: 'aws:sqs',
})

const hasFailed = (reply: unknown): boolean =>
  typeof reply === 'object' &&
  reply !== null &&
  'batchItemFailures' in reply &&
  Array.isArray(reply.batchItemFailures) &&
  reply.batchItemFailures.length > 0
