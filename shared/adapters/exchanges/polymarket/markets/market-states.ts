/**
 * States of markets by the CLOB's own record. The record is `closed` as soon as a market has ended, before its result.
 * Gamma may show it minutes later, and its answers may be cached for five (Polymarket reference, section 6.1).
 */

import { chunked } from '#domain/kernel/chunked.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { MarketState } from '#ports/exchanges/market-data-source.ts'
import type { Client } from '../http/client.ts'
import { WireMarketState } from '../http/wire.ts'

/** Simultaneous calls: more would only wait for the rate budget. */
const CALLS_AT_ONCE = 10

export const marketStates =
  (api: Client): Exchange['marketStates'] =>
  async (conditionIds, signal) => {
    const read = async (conditionId: string): Promise<readonly MarketState[]> => {
      const path = `/markets/${encodeURIComponent(conditionId)}`
      const found = await api.find(null, { host: 'clob', area: 'market_data', path }, WireMarketState, signal)
      return found === null ? [] : [{ nativeId: conditionId, state: stateOf(found) }]
    }
    const states: MarketState[] = []
    for (const some of chunked(conditionIds, CALLS_AT_ONCE)) states.push(...(await Promise.all(some.map(read))).flat())
    return states
  }

const stateOf = ({ closed, accepting_orders: accepting }: WireMarketState): MarketState['state'] => {
  if (closed) return 'closed'
  return accepting === false ? 'paused' : 'open'
}
