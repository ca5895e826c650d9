/** The limits of routes as API Gateway holds them: a bucket for each route that has one of its own, and one for all others together. */

import { ownLimit, publicLimit, type RouteLimit } from '#lambda/limits/route-limits.ts'
import { tokenBuckets } from '#lambda/limits/token-buckets.ts'

interface Limited {
  readonly mayPass?: () => boolean
}

/** Answers, for the name of a function, whether its route takes one more request. Without `stage` only routes that need no key have limits. */
export const gatewayLimits = (stage?: RouteLimit): ((name: string) => Limited) => {
  const shared = stage === undefined ? {} : limitedTo(stage)
  return (name) => {
    const own = stage === undefined ? publicLimit(name) : ownLimit(name, stage)
    return own === null ? shared : limitedTo(own)
  }
}

const limitedTo = (limit: RouteLimit): Limited => {
  const bucket = tokenBuckets(limit)
  return { mayPass: () => bucket.take('all', Date.now()) === 0 }
}
