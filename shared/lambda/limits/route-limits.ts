/** Limits of the routes of the gateway, for all callers together. The gateway answers further requests with 429 before any function runs. */

export interface RouteLimit {
  readonly perSecond: number
  readonly burst: number
}

/** Limit of a route that reduces risk. `share` is a share of the rate of the stage; `least` is its minimum. */
interface VitalRoute {
  readonly share: number
  readonly least: number
  readonly burst: number
}

const RARE: VitalRoute = { share: 0.1, least: 1, burst: 50 }

/** Requests that reduce risk, by the name of their function. Each has a limit of its own, so that a flood of other requests cannot block it. */
const VITAL: Readonly<Record<string, VitalRoute>> = {
  'request-cancel': { share: 0.35, least: 3, burst: 200 },
  'cancel-orders': RARE,
  'cancel-all-orders': RARE,
  'cancel-complex-order': RARE,
  'cancel-all-complex-orders': RARE,
  'flatten-subaccount': RARE,
  'halt-subaccount': RARE,
  'set-dead-mans-switch': RARE,
}

/** Routes for strangers. A browser that opens a page requests several files at once. */
const PUBLIC: Readonly<Record<string, RouteLimit>> = {
  'get-health': { perSecond: 1, burst: 100 },
  'get-openapi': { perSecond: 1, burst: 50 },
  'get-docs': { perSecond: 1, burst: 50 },
  'get-docs-script': { perSecond: 1, burst: 50 },
  'get-console': { perSecond: 1, burst: 100 },
  'get-console-file': { perSecond: 1, burst: 300 },
}

/** Routes of the stream. All streams of a desk may connect again at once. A client sends a ping every 30 s or less often. */
const STREAM: Readonly<Record<string, RouteLimit>> = {
  'open-stream': { perSecond: 1, burst: 100 },
  'take-message': { perSecond: 1, burst: 500 },
}

/** Limit of a route that needs no key; null for any other. These limits hold on one machine too. */
export const publicLimit = (name: string): RouteLimit | null => PUBLIC[name] ?? STREAM[name] ?? null

/** Own limit of a route beside the limit of the stage; null if the route shares the limit of the stage. */
export const ownLimit = (name: string, stage: RouteLimit): RouteLimit | null => {
  const vital = VITAL[name]
  if (vital === undefined) return publicLimit(name)
  const { share, least, burst } = vital
  return { perSecond: Math.max(least, Math.ceil(share * stage.perSecond)), burst }
}

/** Names of all functions whose routes have their own limit. */
export const LIMITED: readonly string[] = [VITAL, PUBLIC, STREAM].flatMap((some) => Object.keys(some))

/** Limits of large answers, for one container and all callers together. A browser keeps scripts for a year. */
export const LARGE_ANSWERS: Readonly<Record<string, RouteLimit>> = {
  'get-docs-script': { perSecond: 1 / 120, burst: 20 },
  'get-docs': { perSecond: 1 / 10, burst: 100 },
  'get-openapi': { perSecond: 1 / 60, burst: 50 },
  'get-console-file': { perSecond: 1 / 10, burst: 1_000 },
}
