/** Limit of a route for the stage of an API, whose settings have names in capitals. */

import type { RouteLimit } from '#lambda/limits/route-limits.ts'

export const throttleOf = ({ perSecond, burst }: RouteLimit) => ({
  ThrottlingRateLimit: perSecond,
  ThrottlingBurstLimit: burst,
})
