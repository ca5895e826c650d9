/** One HTTP call from the first byte to the reply: faults, modes, authentication, then the handler. */

import type { Fault } from '../../../engine/control/fault-injection.ts'
import { doorReply } from '../../../engine/http/front-door.ts'
import type { HttpCall, HttpReply } from '../../../engine/http/json-server.ts'
import { withFaults } from '../../../engine/http/with-faults.ts'
import { redeemForWallets } from '../../chain/pay-out.ts'
import { advanceTrades } from '../../chain/settlement.ts'
import { ok, type Route } from '../../http/call.ts'
import { Refusal, refusal } from '../../http/refusal.ts'
import { advanceActions } from '../../relayer/advance-actions.ts'
import { answerRelayer } from '../../relayer/answer-relayer.ts'
import { ROUTES } from '../../routes.ts'
import { refuseAtTheDoor, refuseByMode } from '../../world/exchange-mode.ts'
import { answerMarketData } from '../../world/market-data-routes.ts'
import type { PolymarketWorld } from '../../world/world.ts'
import { releaseHeldOrders } from '../orders/book-order.ts'
import { takeToken, withHeaders } from './trading-limits.ts'
import { verifyRequest } from './verify-request.ts'

/** The hosts share one port: each has its own prefix. */
export const HOSTS = ['clob', 'gamma', 'data', 'relayer', 'site'] as const

export const answerCall = (world: PolymarketWorld, call: HttpCall): Promise<HttpReply | 'drop'> =>
  withFaults(
    world.faults,
    call,
    () => process(world, call),
    (fault) => statusReply(fault, world.clock()),
  )

/** Events due by the clock have happened, even without a tick. */
export const catchUpWithClock = (world: PolymarketWorld): void => {
  world.engine.expire()
  releaseHeldOrders(world)
  advanceTrades(world)
  advanceActions(world)
  redeemForWallets(world)
}

/** The website reports whether it serves the caller's region (Polymarket reference, section 8.4). */
const answerSite = ({ mode }: PolymarketWorld, method: string, path: string): HttpReply | null =>
  method === 'GET' && path === '/api/geoblock'
    ? ok({
        blocked: mode.value === 'geoblock',
        ip: '203.0.113.7',
        country: mode.value === 'geoblock' ? 'US' : 'IE',
        region: '',
      })
    : null

const process = async (world: PolymarketWorld, call: HttpCall): Promise<HttpReply> => {
  try {
    catchUpWithClock(world)
    world.flush()
    return await answer(world, call)
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    return { status: problem.status, body: problem.body, headers: problem.headers }
  } finally {
    world.flush()
  }
}

const answer = async (world: PolymarketWorld, http: HttpCall): Promise<HttpReply> => {
  const host = HOSTS.find((name) => http.path === `/${name}` || http.path.startsWith(`/${name}/`))
  if (host === undefined) throw refusal(404, 'not found')
  const path = http.path.slice(host.length + 1)
  if (host === 'relayer' || host === 'site') {
    const reply = host === 'site' ? answerSite(world, http.method, path) : await answerRelayer(world, http, path)
    if (reply === null) throw refusal(404, 'not found')
    return reply
  }
  const open = answerMarketData(world, host, http.method, path, http.query, http.body)
  if (open !== null) return open
  const found = host === 'clob' ? findRoute(http.method, path) : null
  if (found === null) throw refusal(404, 'not found')
  const { route, params } = found
  const call = { world, http, now: world.clock(), params }
  const closed = route.access === 'wallet' || route.trades !== undefined ? doorReply(world.mode.value) : null
  if (closed !== null) return closed
  if (route.access === 'wallet') return route.answer(call)
  if (route.trades !== undefined) refuseAtTheDoor(world, route.trades)
  const key = verifyRequest(http, path, world.keys, call.now, world.switches.maxSkewMs)
  // The post-only mode checks each leg of a batch; all other modes check the call.
  if (route.trades !== undefined) refuseByMode(world, route.trades, true)
  if (route.trades === undefined) return route.answer({ ...call, key })
  const headers = takeToken(world, key.address, route.trades, route.tokens?.({ ...call, key }) ?? 1)
  return withHeaders(await route.answer({ ...call, key }), headers)
}

const COMPILED = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

const findRoute = (
  method: string,
  path: string,
): { readonly route: Route; readonly params: Readonly<Record<string, string>> } | null => {
  for (const { route, pattern } of COMPILED) {
    const match = route.method === method ? pattern.exec(path) : null
    if (match !== null) return { route, params: { ...match.groups } }
  }
  return null
}

const statusReply = ({ status, body }: Fault, now: number): HttpReply => {
  const code = status ?? 503
  const reply = { status: code, body: body ?? { error: NAMES[code] ?? 'simulated fault' } }
  return code === 429 ? { ...reply, headers: slowDown(now) } : reply
}

/** Headers of a 429 of the trading buckets (Polymarket reference, section 8.3). */
const slowDown = (now: number) => ({
  'retry-after': '1',
  'poly-ratelimit-remaining': '0',
  'poly-ratelimit-reset': String(Math.ceil(now / 1_000) + 1),
})

const NAMES: Readonly<Record<number, string>> = {
  425: 'the matching engine is restarting',
  429: 'Too Many Requests',
  500: 'could not run the execution',
  502: 'bad gateway',
  503: 'service unavailable',
  504: 'gateway timeout',
}
