/** Gives out a large answer only so often, whoever asks: data that leaves AWS is what a stranger can make most expensive. */

import { tooManyRequests } from '#domain/kernel/problem.ts'
import { answerOfProblem, Refused } from '../answer.ts'
import { type HttpStep, part } from '../call.ts'
import { LARGE_ANSWERS } from '../route-limits.ts'
import { tokenBuckets } from '../token-buckets.ts'

/** `name` is that of the endpoint. */
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
