/** How many requests a route of the gateway takes, of all callers together. What is beyond is answered 429 before any function runs. */

export interface RouteLimit {
  readonly perSecond: number
  readonly burst: number
}

/** A route, by the name of its function. `share` is of the rate of the stage, and `least` holds however small that is. */
interface VitalRoute {
  readonly share: number
  readonly least: number
  readonly burst: number
}

const RARE: VitalRoute = { share: 0.1, least: 1, burst: 50 }

/** Requests that take risk away. Each has a limit of its own, so that a flood of other requests keeps none of them out. */
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

/** What a stranger is answered. A browser that opens a page asks for several files at once. */
const PUBLIC: Readonly<Record<string, RouteLimit>> = {
  'get-health': { perSecond: 1, burst: 100 },
  'get-openapi': { perSecond: 1, burst: 50 },
  'get-docs': { perSecond: 1, burst: 50 },
  'get-docs-script': { perSecond: 1, burst: 50 },
  'get-console': { perSecond: 1, burst: 100 },
  'get-console-file': { perSecond: 1, burst: 300 },
}

/**
 * Routes of the stream. All streams of a desk may connect again at once. A client sends a ping each 30 s or less often.
 */
const STREAM: Readonly<Record<string, RouteLimit>> = {
  'open-stream': { perSecond: 1, burst: 100 },
  'take-message': { perSecond: 1, burst: 500 },
}

/** The limit of a route that needs no key; null for any other. They hold on one machine too. */
export const publicLimit = (name: string): RouteLimit | null => PUBLIC[name] ?? STREAM[name] ?? null

/** The limit that a route has of its own beside that of the stage; null: it shares that of the stage. */
export const ownLimit = (name: string, stage: RouteLimit): RouteLimit | null => {
  const vital = VITAL[name]
  if (vital === undefined) return publicLimit(name)
  const { share, least, burst } = vital
  return { perSecond: Math.max(least, Math.ceil(share * stage.perSecond)), burst }
}

/** Names of all functions whose routes have a limit of their own. */
export const LIMITED: readonly string[] = [VITAL, PUBLIC, STREAM].flatMap((some) => Object.keys(some))

/** How often one container gives out an answer that is large, to all callers together. A browser keeps scripts for a year. */
export const LARGE_ANSWERS: Readonly<Record<string, RouteLimit>> = {
  'get-docs-script': { perSecond: 1 / 120, burst: 20 },
  'get-docs': { perSecond: 1 / 10, burst: 100 },
  'get-openapi': { perSecond: 1 / 60, burst: 50 },
  'get-console-file': { perSecond: 1 / 10, burst: 1_000 },
}
