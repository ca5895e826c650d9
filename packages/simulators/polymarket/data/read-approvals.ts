/** GET /v2/approvals: what a wallet lets contracts of the exchange move (live reference, section 3.3). */

import { UNLIMITED } from '../chain/approvals.ts'
import { secondTime } from '../http/wire-decimals.ts'
import { CHAIN_ID, CONTEXTS } from '../world/exchange-context.ts'
import type { MarketReads } from '../world/market-reads.ts'
import { userIn } from './conditions.ts'
import { type DataQuery, invalidRequest } from './query.ts'

export const listApprovals = (reads: MarketReads, query: DataQuery) => {
  const user = userIn(query)
  if (user === undefined) throw invalidRequest('user is required', 'user')
  if (CONTEXTS.some(({ exchange }) => exchange.toLowerCase() === user)) {
    throw invalidRequest('a contract of the protocol is no wallet', 'user')
  }
  const { at, rows } = reads.approvalsOf?.(user) ?? { at: reads.clock(), rows: [] }
  return {
    data: {
      address: user,
      chain_id: CHAIN_ID,
      checked_at: secondTime(at),
      contracts: rows.map(({ feature, token, spender, standard, amount }) => ({
        id: `${feature}:${token.slice(2, 8)}:${spender.slice(2, 8)}`.toLowerCase(),
        feature,
        token: token.toLowerCase(),
        spender: spender.toLowerCase(),
        standard,
        approved: amount > 0n,
        ...(standard === 'ERC1155' ? {} : { amount: amount === UNLIMITED ? 'max' : String(amount) }),
      })),
    },
  }
}
