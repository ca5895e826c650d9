/** Trades from the Data host: of a wallet, of markets, of events (Polymarket reference, section 7.1). */

import { createHash } from 'node:crypto'
import { transactionHashOf } from '../chain/transaction-hash.ts'
import { iconOf } from '../clob/markets/market-json.ts'
import { numeric, seconds } from '../http/wire-decimals.ts'
import type { PolymarketMarket } from '../world/catalogue.ts'
import type { MarketReads, WalletTrade } from '../world/market-reads.ts'
import { conditionsIn, userIn } from './conditions.ts'
import { dataPage } from './page.ts'
import { type DataQuery, invalidRequest } from './query.ts'

export const listTrades = (reads: MarketReads, query: DataQuery) => {
  const user = userIn(query)
  const conditions = conditionsIn(query)
  const events = query.list('event_id', 20)
  if (user === undefined && conditions === undefined && events === undefined) {
    throw invalidRequest('user, condition or event_id is required', 'user')
  }
  const takerOnly = query.flag('taker_only') ?? true
  const side = query.choice('side', ['BUY', 'SELL'] as const)
  const start = query.whole('start') ?? 0
  const from = start === 0 ? reads.clock() - LONGEST : start * 1000
  const to = (query.whole('end') ?? Number.MAX_SAFE_INTEGER / 1000) * 1000
  const traded = user === undefined ? publicTrades(reads) : (reads.tradesOf?.(user) ?? [])
  const rows = traded
    .filter(
      (trade) =>
        (!takerOnly || trade.taker) &&
        (side === undefined || trade.side === side) &&
        trade.at >= from &&
        trade.at < to &&
        conditions?.includes(trade.conditionId) !== false,
    )
    .flatMap((trade) => {
      const market = reads.catalogue.markets.get(trade.conditionId)
      if (market === undefined || events?.includes(market.event.id) === false) return []
      return [
        {
          key: `${trade.transactionHash}:${trade.outcome}:${trade.taker}:${trade.size}`,
          json: tradeJson(trade, market, user),
        },
      ]
    })
    .reverse()
  const { page, pagination } = dataPage(rows, ({ key }) => key, query, { usual: 100, most: 1000 })
  return { data: page.map(({ json }) => json), pagination }
}

const DAY = 86_400_000
const LONGEST = 3 * 365 * DAY
const ONE = 1_000_000

/** Trades of every market, first the taker's side and then the maker's; names are invented. */
const publicTrades = ({ engine, clock, blockAfterMs = 0 }: MarketReads): WalletTrade[] =>
  engine.ledger.trades.flatMap(({ id, market, price, qty, buyFlag, at: matchedAt }) => {
    const at = matchedAt + blockAfterMs
    if (at > clock()) return []
    const transactionHash = transactionHashOf(id)
    const trade = { conditionId: market, size: qty, at, transactionHash, fee: 0 }
    const own = { ...trade, outcome: 0, side: buyFlag ? 'BUY' : 'SELL', price, taker: true } as const
    // Shows every BUY as if it minted a pair, and every SELL as if it merged one.
    const other = { ...trade, outcome: 1, side: own.side, price: ONE - price, taker: false } as const
    return [own, other]
  })

const tradeJson = (trade: WalletTrade, market: PolymarketMarket, user: string | undefined) => ({
  proxy_wallet: user ?? `0x${digest(`${trade.transactionHash}:${trade.taker}`).slice(0, 40)}`,
  side: trade.side,
  token_id: market.tokens[trade.outcome],
  condition_id: market.conditionId,
  size: numeric(trade.size),
  price: numeric(trade.price),
  timestamp: seconds(trade.at),
  title: market.question,
  slug: market.slug,
  icon: iconOf(market),
  event_slug: market.event.slug,
  outcome: market.outcomes[trade.outcome],
  outcome_index: trade.outcome,
  name: '',
  pseudonym: '',
  bio: '',
  profile_image: '',
  transaction_hash: trade.transactionHash,
})

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
