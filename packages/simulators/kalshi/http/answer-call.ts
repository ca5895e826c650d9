/** One HTTP call from the first byte to the reply: faults, signature, scopes, budgets, pauses, then the handler. */

import type { Fault } from '../../engine/control/fault-injection.ts'
import { doorReply } from '../../engine/http/front-door.ts'
import type { HttpCall, HttpReply } from '../../engine/http/json-server.ts'
import { withFaults } from '../../engine/http/with-faults.ts'
import { sweepBalances } from '../account/target-allocation.ts'
import { completeTransfers } from '../account/transfer-calls.ts'
import { ROUTES } from '../routes.ts'
import type { KalshiWorld } from '../world/world.ts'
import { callOf, type Route, type SimulatorCall } from './call.ts'
import { errorOf, Refusal, refusal, tooManyRequests } from './refusal.ts'
import { type ApiKey, allows, verifyRequest } from './verify-request.ts'

export const BASE_PATH = '/trade-api/v2'

export const answerCall = (world: KalshiWorld, call: HttpCall): Promise<HttpReply | 'drop'> =>
  withFaults(world.faults, call, () => process(world, call), statusReply)

const process = (world: KalshiWorld, call: HttpCall): HttpReply => {
  try {
    // Events due by the clock have happened, even without a tick.
    world.engine.expire()
    completeTransfers(world)
    sweepBalances(world)
    return answer(world, call)
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    return { status: problem.status, body: problem.body }
  } finally {
    world.flush()
  }
}

const answer = (world: KalshiWorld, http: HttpCall): HttpReply => {
  // The front door of the exchange turns away who does not say what he is (Kalshi live reference, section 2.2).
  if (!http.header('user-agent')) return { status: 403 }
  if (http.path.length > BASE_PATH.length + 1 && http.path.endsWith('/')) {
    return { status: 301, headers: { location: http.path.replace(/\/+$/, '') } }
  }
  const closed = http.method === 'GET' ? null : doorReply(world.mode.value)
  if (closed !== null) return closed
  const found = findRoute(http)
  if (found === null) throw refusal(404, 'not_found', 'page not found')
  const { route, params } = found
  if (world.mode.value === 'restart' || (world.mode.value === 'disabled' && route.scope !== null)) {
    throw refusal(503, 'service_unavailable')
  }
  const key = route.scope === null ? null : authorized(world, http, route)
  const call = callOf(world, http, params, key)
  if (key !== null) charge(world, key, route, call)
  if (route.pausedBy !== undefined && world.mode.value === 'exchange_paused') throw refusal(409, 'exchange_is_paused')
  if (route.pausedBy === 'trading' && world.mode.value === 'trading_paused') throw refusal(409, 'trading_is_paused')
  return route.cached === true ? world.cache.answer(http, () => route.answer(call)) : route.answer(call)
}

const authorized = (world: KalshiWorld, http: HttpCall, route: Route): ApiKey => {
  const key = verifyRequest(http, world.keys, world.clock())
  if (route.scope !== null && !allows(key, route.scope)) {
    throw refusal(403, 'insufficient_scope', `the API key lacks the scope ${route.scope}`)
  }
  return key
}

const charge = (world: KalshiWorld, { account }: ApiKey, route: Route, call: SimulatorCall): void => {
  if (world.buckets === null) return
  const tier = world.members.get(account)?.tier ?? 'basic'
  if (route.isBalance === true) {
    if (!world.buckets.takeBalance(account, tier)) throw tooManyRequests()
    return
  }
  if (route.charge === undefined) {
    if (!world.buckets.takeRead(account, tier, route.cost ?? 10)) throw tooManyRequests()
    return
  }
  const { cost, shard } = route.charge(call)
  if (!world.buckets.takeWrite(account, tier, cost, shard)) throw tooManyRequests()
}

interface Found {
  readonly route: Route
  readonly params: Record<string, string>
}

const COMPILED = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${BASE_PATH}${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

const findRoute = ({ method, path }: HttpCall): Found | null => {
  for (const { route, pattern } of COMPILED) {
    const match = route.method === method ? pattern.exec(path) : null
    if (match === null) continue
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decode(value)])
    return { route, params: Object.fromEntries(params) }
  }
  return null
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const statusReply = ({ status, body }: Fault): HttpReply => {
  const code = status ?? 503
  return { status: code, body: body ?? (code === 429 ? tooManyRequests().body : { error: errorOf(nameOf(code)) }) }
}

const nameOf = (status: number): string =>
  ({ 500: 'internal_error', 502: 'bad_gateway', 503: 'service_unavailable', 504: 'gateway_timeout' })[status] ??
  'simulated_fault'
