/** Positions of a wallet from the Data host (Polymarket reference, section 7.1), and its cash. */

import * as v from 'valibot'
import { money, ONE, qty } from '#domain/kernel/numbers.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { PositionReport } from '#ports/exchanges/exchange-reports.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { positionsReading } from '../../positions-reading.ts'
import { readEach } from '../../read-each.ts'
import { type Session, sessionOf } from '../http/session.ts'
import type { TradingClient } from '../http/trading-client.ts'
import { unreadable } from '../http/wire-amounts.ts'
import { conditionIdOf } from '../markets/condition-id.ts'
import type { FindTokens, Tokens } from '../markets/tokens.ts'
import { balances } from './balances.ts'

export const portfolioReads = (
  api: TradingClient,
  findTokens: FindTokens,
  onSkip: (id: string, reason: string) => void,
): Pick<Exchange, 'positions' | 'balances'> => ({
  positions: async (account, signal) => {
    const held = new Map<string, { yes: Holding; no: Holding }>()
    const read = await holdingsOf(sessionOf(api, account, signal))
    const unread = new Map(read.unread)
    for (const { nativeId, tokenId, holding } of read.holdings) {
      const tokens = await findTokens(nativeId, signal)
      const side = sideOf(tokenId, tokens)
      if (tokens === null) onSkip(nativeId, 'a position in a market nobody knows the YES token of')
      else if (side === null) unread.set(nativeId, 'a position in a token that the market does not have')
      else held.set(nativeId, { ...(held.get(nativeId) ?? { yes: NOTHING, no: NOTHING }), [side]: holding })
    }
    return positionsReading(
      [...held].map(([nativeId, { yes, no }]) => net(nativeId, yes, no)),
      unread,
    )
  },

  balances: balances(api),
})

const sideOf = (tokenId: string, tokens: Tokens | null): 'yes' | 'no' | null => {
  if (tokenId === tokens?.yes) return 'yes'
  return tokenId === tokens?.no ? 'no' : null
}

const marketName = v.pipe(v.string(), v.minLength(1))

/** JSON numbers with more decimals than the six that count. */
export const WirePosition = v.object({
  token_id: v.string(),
  condition_id: marketName,
  current_size: v.pipe(v.number(), v.minValue(0)),
  avg_price: v.number(),
  realized_pnl: v.nullish(v.number()),
})
type WirePosition = v.InferOutput<typeof WirePosition>

const Named = v.object({ condition_id: marketName })

const marketOf = (row: unknown): string => {
  const named = v.safeParse(Named, row)
  return named.success ? conditionIdOf(named.output.condition_id) : ''
}

/**
 * For a wallet without positions the list is null or empty. Rows are read later, so that one unreadable row does not
 * cost the others.
 */
export const WirePositionPage = v.object({
  data: v.nullable(v.array(v.unknown())),
  pagination: v.nullish(v.object({ next_cursor: v.nullish(v.string()) })),
})

interface Holding {
  readonly size: number
  readonly cost: number
  readonly realized: number
}

const NOTHING: Holding = { size: 0, cost: 0, realized: 0 }

const toHolding = ({ current_size, avg_price, realized_pnl }: WirePosition): Holding => ({
  size: millionths('current_size', current_size),
  cost: millionths('avg_price', current_size * avg_price),
  realized: millionths('realized_pnl', realized_pnl ?? 0),
})

const millionths = (field: string, value: number): number => {
  if (Math.abs(value) > MOST) throw unreadable(`a position whose ${field} is out of range`)
  return Math.round(value * ONE)
}

/** Above any real holding. Sums of a market stay exact numbers too. */
const MOST = 1e9

/**
 * Returns the net position. A YES and a NO share together are always worth a dollar: they are no position, and cost
 * that dollar less.
 */
const net = (nativeId: string, yes: Holding, no: Holding): PositionReport => ({
  nativeId,
  position: yes.size - no.size,
  cost: money(yes.cost + no.cost - Math.min(yes.size, no.size)),
  realized: money(yes.realized + no.realized),
  pairs: qty(Math.min(yes.size, no.size)),
})

interface TokenHolding {
  readonly nativeId: string
  readonly tokenId: string
  readonly holding: Holding
}

interface Holdings {
  readonly holdings: readonly TokenHolding[]
  /** Why rows cannot be read, by their market. */
  readonly unread: ReadonlyMap<string, string>
}

const holdingsOf = async (session: Session): Promise<Holdings> => {
  const { funder } = session.trader.wallet
  const found = new Map<string, TokenHolding>()
  const unread = new Map<string, string>()
  const onSkip = (market: string, reason: string): void => void unread.set(market, reason)
  let cursor: string | undefined
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    // By default, holdings below a tenth of a share are hidden.
    const query = { user: funder, filter_amount: 0, include_archived: 'true', limit: 1_000, cursor }
    const call = { host: 'data', area: 'price_history', path: '/v2/positions', query } as const
    const page = await session.public.read(call, WirePositionPage)
    const read = readEach(page.data ?? [], WirePosition, marketOf, onSkip, (row) => [
      { nativeId: conditionIdOf(row.condition_id), tokenId: row.token_id, holding: toHolding(row) },
    ])
    for (const one of read) found.set(one.tokenId, one)
    const next = page.pagination?.next_cursor || undefined
    if (next === undefined || next === cursor) return { holdings: [...found.values()], unread }
    cursor = next
  }
  throw new ExchangeUnavailable('EXCHANGE_B', 'The exchange’s list of positions does not end.')
}

/** A thousand rows each. */
const MOST_PAGES = 100
