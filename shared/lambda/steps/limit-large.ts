/** Limits how often a large answer is given out, to all callers together: traffic out of AWS is the largest cost that a stranger can cause. */

import { tooManyRequests } from '#domain/kernel/problem.ts'
import { answerOfProblem, Refused } from '../answers/answer.ts'
import { type HttpStep, part } from '../call.ts'
import { LARGE_ANSWERS } from '../limits/route-limits.ts'
import { tokenBuckets } from '../limits/token-buckets.ts'

/** `name` is the name of the endpoint. */
export const limitLarge = (name: string): HttpStep => {
  const limit = LARGE_ANSWERS[name]
  const bucket = limit === undefined ? null : tokenBuckets(limit)
  return {
    name: 'limit-large',
    before: (request) => {
      const wait = bucket?.take('all', part(request, 'deps').clock()) ?? 0
      if (wait > 0) throw new Refused(answerOfProblem(tooManyRequests(wait)))
    },
  }
}
