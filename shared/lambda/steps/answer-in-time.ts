/** Answers before the function is ended: the gateway would answer for it, without a reason. */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import type { HttpAnswer } from '../answers/answer.ts'

/** Time in ms that an answer takes at the end of a run. */
const LAST_ANSWER_MS = 100

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<HttpAnswer>

/**
 * Calls `handle`. Near the end of the run, answers with `fail` in its place, whatever the request waits for. The limit of middy itself starts after
 * the key was read.
 */
export const answerInTime =
  (handle: Handler, fail: (error: Error, ...request: Parameters<Handler>) => HttpAnswer): Handler =>
  async (event, context) => {
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(late.resolve, Math.max(0, context.getRemainingTimeInMillis() - LAST_ANSWER_MS), null)
    try {
      return (await Promise.race([handle(event, context), late.promise])) ?? fail(outOfTime(), event, context)
    } finally {
      clearTimeout(timer)
    }
  }

const outOfTime = (): Error => new ServiceUnavailable('the function', new Error('the time of the run is over'))
