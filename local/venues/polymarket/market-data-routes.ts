/** The public routes of the three hosts: market data, which nobody needs a key for. */

import type { HttpReply } from '../engine/json-server.ts'
import type { MarketReads } from './market-reads.ts'

export type Host = 'clob' | 'gamma' | 'data'

/** The answer, or null where the path is no public route of the host. */
export const answerMarketData = (
  _reads: MarketReads,
  _host: Host,
  _method: string,
  _path: string,
  _query: URLSearchParams,
  _body: string,
): HttpReply | null => null
