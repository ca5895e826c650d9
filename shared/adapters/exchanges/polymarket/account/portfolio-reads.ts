/** What a wallet holds: positions from the Data host (Polymarket reference, section 7.1), and cash. */

import * as v from 'valibot'
import { money, ONE, qty } from '#domain/kernel/numbers.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { PositionReport } from '#ports/exchanges/exchange-reports.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { type Session, sessionOf } from '../http/session.ts'
import type { TradingClient } from '../http/trading-client.ts'
import { conditionIdOf } from '../markets/condition-id.ts'
import type { FindTokens } from '../markets/tokens.ts'
import { balances } from './balances.ts'

export const portfolioReads = (
  api: TradingClient,
  findTokens: FindTokens,
  onSkip: (id: string, reason: string) => void,
): Pick<Exchange, 'positions' | 'balances'> => ({
  positions: async (account, signal) => {
    const held = new Map<string, { yes: Holding; no: Holding }>()
    for (const row of await positionRows(sessionOf(api, account, signal))) {
      const nativeId = conditionIdOf(row.condition_id)
      const tokens = await findTokens(nativeId, signal)
      const side = row.token_id === tokens?.yes ? 'yes' : row.token_id === tokens?.no ? 'no' : null
      if (side === null) onSkip(nativeId, 'a position in a market nobody knows the YES token of')
      else held.set(nativeId, { ...(held.get(nativeId) ?? { yes: NOTHING, no: NOTHING }), [side]: toHolding(row) })
    }
    return [...held].map(([nativeId, { yes, no }]) => net(nativeId, yes, no))
  },

  balances: balances(api),
})

/** Numbers come as JSON numbers with more decimals than the six that count. */
const WirePosition = v.object({
  token_id: v.string(),
  condition_id: v.pipe(v.string(), v.minLength(1)),
  current_size: v.number(),
  avg_price: v.number(),
  realized_pnl: v.nullish(v.number()),
})
type WirePosition = v.InferOutput<typeof WirePosition>

/** A wallet without positions is answered with null or with an empty list. */
const WirePositionPage = v.object({
  data: v.nullable(v.array(WirePosition)),
  pagination: v.nullish(v.object({ next_cursor: v.nullish(v.string()) })),
})

interface Holding {
  readonly size: number
  readonly cost: number
  readonly realized: number
}

const NOTHING: Holding = { size: 0, cost: 0, realized: 0 }

const toHolding = ({ current_size, avg_price, realized_pnl }: WirePosition): Holding => ({
  size: millionths(current_size),
  cost: millionths(current_size * avg_price),
  realized: millionths(realized_pnl ?? 0),
})

const millionths = (value: number): number => Math.round(value * ONE)

/** A YES and a NO share together are a dollar, whatever happens: they are no position, and cost that dollar less. */
const net = (nativeId: string, yes: Holding, no: Holding): PositionReport => ({
  nativeId,
  position: yes.size - no.size,
  cost: money(yes.cost + no.cost - Math.min(yes.size, no.size)),
  realized: money(yes.realized + no.realized),
  pairs: qty(Math.min(yes.size, no.size)),
})

const positionRows = async (session: Session): Promise<readonly WirePosition[]> => {
  const { funder } = session.trader.wallet
  const rows = new Map<string, WirePosition>()
  let cursor: string | undefined
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    // Less than a tenth of a share is hidden unless it is asked for.
    const query = { user: funder, filter_amount: 0, include_archived: 'true', limit: 1_000, cursor }
    const call = { host: 'data', area: 'price_history', path: '/v2/positions', query } as const
    const page = await session.public.read(call, WirePositionPage)
    for (const row of page.data ?? []) rows.set(row.token_id, row)
    const next = page.pagination?.next_cursor || undefined
    if (next === undefined || next === cursor) return [...rows.values()]
    cursor = next
  }
  throw new ExchangeUnavailable('EXCHANGE_B', 'The exchange’s list of positions does not end.')
}

/** A thousand rows each. */
const MOST_PAGES = 100
