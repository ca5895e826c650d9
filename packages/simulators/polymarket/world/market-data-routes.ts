/** The public routes of the three hosts: market data, which nobody needs a key for. */

import type { HttpReply } from '../../engine/http/json-server.ts'
import { readBooks } from '../clob/markets/read-books.ts'
import { readClobMarkets } from '../clob/markets/read-markets.ts'
import { readPriceHistory } from '../clob/markets/read-price-history.ts'
import { answerData } from '../data/answer.ts'
import { answerGamma } from '../gamma/answer.ts'
import type { PublicHandler } from '../http/public-call.ts'
import type { MarketReads } from './market-reads.ts'

export type Host = 'clob' | 'gamma' | 'data'

/** The answer, or null where the path, which goes without the host's prefix, is no public route of the host. */
export const answerMarketData = (
  reads: MarketReads,
  host: Host,
  method: string,
  path: string,
  query: URLSearchParams,
  body: string,
): HttpReply | null => {
  for (const handle of HANDLERS[host]) {
    const reply = handle({ reads, method, path, query, body })
    if (reply !== null) return reply
  }
  return null
}

const HANDLERS: Readonly<Record<Host, readonly PublicHandler[]>> = {
  clob: [readBooks, readClobMarkets, readPriceHistory],
  gamma: [answerGamma],
  data: [answerData],
}
