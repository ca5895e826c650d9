/** Every route of the Data host; its first version is gone (Polymarket reference, section 7). */

import type { HttpReply } from '../../engine/http/json-server.ts'
import { ok } from '../http/call.ts'
import type { PublicCall, PublicHandler } from '../http/public-call.ts'
import { seconds } from '../http/wire-decimals.ts'
import { DataRefusal, dataReply, readDataQuery } from './query.ts'
import { listActivity } from './read-activity.ts'
import { listApprovals } from './read-approvals.ts'
import { listPositions } from './read-positions.ts'
import { listPrices } from './read-prices.ts'
import { listResolutions } from './read-resolutions.ts'
import { listTrades } from './read-trades.ts'

export const answerData: PublicHandler = (call) => {
  if (!call.path.startsWith('/v2/')) return null
  try {
    return call.path === '/v2/trades' ? keptReply(call) : ok(bodyOf(call))
  } catch (problem) {
    if (!(problem instanceof DataRefusal)) throw problem
    return dataReply(problem, `${call.path}:${call.query}:${call.reads.clock()}`)
  }
}

/** The content network answers the same question from what it has kept (Polymarket reference, section 7.1). */
const keptReply = (call: PublicCall): HttpReply => {
  const { keepsMs, kept } = call.reads.tradesCache ?? { keepsMs: 0, kept: new Map() }
  const now = call.reads.clock()
  const known = kept.get(call.query.toString())
  if (known !== undefined && now - known.at < keepsMs) {
    return { ...ok(known.body), headers: { age: String(Math.floor((now - known.at) / 1_000)) } }
  }
  const body = bodyOf(call)
  kept.set(call.query.toString(), { at: now, body })
  return ok(body)
}

const bodyOf = ({ reads, method, path, query: params }: PublicCall): unknown => {
  if (method !== 'GET') throw new DataRefusal(405, 'method_not_allowed', 'method not allowed')
  const query = readDataQuery(params)
  switch (path) {
    case '/v2/prices-history':
      return listPrices(reads, query)
    case '/v2/resolutions':
      return listResolutions(reads, query)
    case '/v2/positions':
      return listPositions(reads, query)
    case '/v2/approvals':
      return listApprovals(reads, query)
    case '/v2/activity':
      return listActivity(reads, query)
    case '/v2/trades':
      return listTrades(reads, query)
    case '/v2/status':
      return { data: { status: 'ok', serving: { lag_seconds: 0, as_of: seconds(reads.clock()) } } }
    default:
      throw new DataRefusal(404, 'not_found', 'no such route')
  }
}
