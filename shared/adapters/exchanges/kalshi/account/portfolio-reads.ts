/** Positions and cash of an account (Kalshi reference, section 7). */

import * as v from 'valibot'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { BalanceReport, PositionReport } from '#ports/exchanges/exchange-reports.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { positionsReading } from '../../positions-reading.ts'
import { readEach } from '../../read-each.ts'
import { allPages } from '../http/all-pages.ts'
import type { Client } from '../http/client.ts'
import { toMoney } from '../http/wire-values.ts'
import { copiedBalances } from './copied-balances.ts'

/** The balance costs one call of its own bucket (changes of November 2026, EXCHANGE_A 1). */
export const BALANCE = { path: '/portfolio/balance', cost: 1, drawsOn: 'balance' } as const

export const portfolioReads = (api: Client, clock: Clock): Pick<Exchange, 'positions' | 'balances'> => ({
  positions: async (account, signal) => {
    const found = new Map<string, PositionReport>()
    const unread = new Map<string, string>()
    const onSkip = (market: string, reason: string): void => void unread.set(market, reason)
    const path = '/portfolio/positions'
    const rows = await allPages(path, async (cursor) => {
      // Without this parameter only live markets are reported.
      const query = { settlement_status: 'all', limit: 1_000, cursor }
      const page = await api.read(account, { path, query, cost: 10 }, WirePositionPage, signal)
      return { rows: page.market_positions ?? [], cursor: page.cursor }
    })
    const read = readEach(rows, WirePosition, marketOf, onSkip, (wire) => [toPositionReport(wire)])
    for (const one of read) found.set(one.nativeId, one)
    return positionsReading([...found.values()], unread)
  },

  balances: copiedBalances(clock, async (account, signal) => {
    const { body, asOf } = await api.readDated(account, BALANCE, WireBalances, signal)
    return toBalances(body).map((balance) => ({ ...balance, asOf }))
  }),
})

const decimal = v.string()

const ticker = v.pipe(v.string(), v.minLength(1))

/** Negative positions are NO; `market_exposure_dollars` is the price paid for the position. */
export const WirePosition = v.object({
  ticker,
  position_fp: decimal,
  market_exposure_dollars: decimal,
  realized_pnl_dollars: decimal,
})

const Named = v.object({ ticker })

const marketOf = (row: unknown): string => {
  const named = v.safeParse(Named, row)
  return named.success ? named.output.ticker : ''
}

/**
 * The list must be there, at least as null: a body without it is not an empty page. Rows are read later, so that one
 * unreadable row does not cost the others.
 */
export const WirePositionPage = v.object({
  market_positions: v.nullable(v.array(v.unknown())),
  cursor: v.nullish(v.string()),
})

/** An order can only use the money of its own shard. */
export const WireBalances = v.object({
  balance_dollars: decimal,
  balance_breakdown: v.nullish(v.array(v.object({ exchange_index: v.number(), balance: decimal }))),
})

export const toPositionReport = (wire: v.InferOutput<typeof WirePosition>): PositionReport => ({
  nativeId: wire.ticker,
  position: toMoney('position_fp', wire.position_fp),
  cost: toMoney('market_exposure_dollars', wire.market_exposure_dollars),
  realized: toMoney('realized_pnl_dollars', wire.realized_pnl_dollars),
})

/** A key that is locked to a numbered subaccount gets the total only (Kalshi OpenAPI, `GetBalanceResponse`). */
export const toBalances = (wire: v.InferOutput<typeof WireBalances>): readonly BalanceReport[] => {
  const shards = wire.balance_breakdown ?? []
  if (shards.length === 0) return [{ shard: null, amount: toMoney('balance_dollars', wire.balance_dollars) }]
  return shards.map(({ exchange_index: shard, balance }) => ({
    shard,
    amount: toMoney('balance_breakdown.balance', balance),
  }))
}
