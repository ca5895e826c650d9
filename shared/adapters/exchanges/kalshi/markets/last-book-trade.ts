/**
 * Last trade in the book of a market. The same list contains block trades, negotiated off the book: they are no prices
 * (changes of November 2026, EXCHANGE_A 2).
 */

import * as v from 'valibot'
import { SECOND } from '#domain/kernel/time.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { LastTrade } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { fieldsOf } from '../../http/error-words.ts'
import type { Client } from '../http/client.ts'
import { WireTrade, WireTradePage } from '../http/wire.ts'
import { toMillis, toPrice, unreadable } from '../http/wire-values.ts'

interface LastBookTrade {
  readonly trade: LastTrade | null
  /** True if the tape also has a block trade of the market, whose price may be the one in the list of markets. */
  readonly hasBlocks: boolean
}

/** Throws `ExchangeUnavailable`. */
export type ReadLastBookTrade = (
  ticker: string,
  reader: ExchangeAccount | null,
  signal: AbortSignal,
  /** Tokens that stay for more urgent calls. */
  keep?: number,
) => Promise<LastBookTrade>

/** Makes one call, and a second one if the newest trades are all block trades. */
export const lastBookTrade = (api: Client, clock: Clock): ReadLastBookTrade => {
  return async (ticker, reader, signal, keep) => {
    // A bound in the future that changes each second excludes no trade, and keeps caches from answering.
    const query = { ticker, limit: NEWEST, max_ts: Math.floor(clock() / SECOND) + A_MINUTE_S }
    const read = async (more: object = {}): Promise<readonly unknown[]> => {
      const call = { path: '/markets/trades', query: { ...query, ...more }, cost: 10, keep }
      return (await api.read(reader, call, WireTradePage, signal)).trades ?? []
    }
    const newest = await read()
    const hasBlocks = newest.some(isBlock)
    const areAllBlocks = hasBlocks && newest.every(isBlock)
    const rows = areAllBlocks ? await read({ is_block_trade: false }) : newest
    const last = rows.find((row) => !isBlock(row))
    return { trade: last === undefined ? null : toLastTrade(last), hasBlocks }
  }
}

const NEWEST = 10
const A_MINUTE_S = 60

const isBlock = (row: unknown): boolean => fieldsOf(row)['is_block_trade'] === true

/** Only this trade has to make sense. An older one is not the last. */
const toLastTrade = (row: unknown): LastTrade => {
  const reading = v.safeParse(WireTrade, row)
  if (!reading.success) throw unreadable(`a last trade that makes no sense: ${reading.issues[0].message}`)
  const { yes_price_dollars, created_time } = reading.output
  return { price: toPrice('yes_price_dollars', yes_price_dollars), at: toMillis('created_time', created_time) }
}
