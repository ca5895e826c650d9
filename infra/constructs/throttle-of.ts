/** The limit of a route as the stage of an API takes it. A stage takes these settings as they are, with names in capitals. */

import type { RouteLimit } from '#lambda/route-limits.ts'

export const throttleOf = ({ perSecond, burst }: RouteLimit) => ({
  ThrottlingRateLimit: perSecond,
  ThrottlingBurstLimit: burst,
})
