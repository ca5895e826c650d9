/** GET /data/trades (Polymarket reference, section 4.3). */

import type { HttpReply } from '../../../engine/http/json-server.ts'
import { type KeyedCall, ok } from '../../http/call.ts'
import { refusal } from '../../http/refusal.ts'
import { decimal, seconds } from '../../http/wire-decimals.ts'
import { type Member, membersOf, type PolymarketWorld } from '../../world/world.ts'
import { clobPage } from '../http/cursor.ts'
import { inOutcome } from '../orders/order.ts'
import { type ClobTrade, isPending, type MakerPart, partsOf, qtyOf } from './trade.ts'

export const listTrades = ({ world, key, http }: KeyedCall): HttpReply => {
  world.copy.catchUp()
  const { query } = http
  const address = query.get('maker_address')?.toLowerCase()
  const members = membersOf(world, key.address).filter(({ funder }) => address === undefined || funder === address)
  const trades = world.copy
    .rows('clob_trade')
    // The copy holds what the exchange itself has written: rows of one kind have one shape.
    .map((row) => row as ClobTrade)
    .filter((trade) => isNamed(query, trade))
    .filter((trade) => members.some(({ id }) => partsOf(trade, id).length > 0))
    .filter((trade) => isInAsset(world, query.get('asset_id'), trade, members))
    .sort((one, other) => other.sequence - one.sequence)
  const page = clobPage(trades, query.get('next_cursor'), (trade) => tradeJson(world, trade, members))
  if (page === null) throw refusal(400, 'invalid next_cursor')
  return ok(page)
}

const isNamed = (query: URLSearchParams, { id, market, at }: ClobTrade): boolean => {
  const isMoment = (name: string, fits: (moment: number) => boolean): boolean => {
    const given = query.get(name)
    return given === null || !/^\d+$/.test(given) || fits(Number(given))
  }
  return (
    (query.get('id') ?? id) === id &&
    (query.get('market') ?? market) === market &&
    isMoment('after', (after) => seconds(at) >= after) &&
    isMoment('before', (before) => seconds(at) <= before)
  )
}

/** True if the token is the taker's, or the token of an own order in it: makers may have the other one. */
const isInAsset = (
  world: PolymarketWorld,
  asset: string | null,
  trade: ClobTrade,
  members: readonly Member[],
): boolean => {
  if (asset === null) return true
  const own = members.flatMap(({ id }) => partsOf(trade, id).map(({ party }) => party))
  return [trade.taker, ...own].some(({ outcome }) => tokenOf(world, trade, outcome) === asset)
}

export const tradeJson = (world: PolymarketWorld, trade: ClobTrade, members: readonly Member[]) => {
  const { taker } = trade
  const status = world.switches.prefixedStatuses ? `TRADE_STATUS_${trade.status}` : trade.status
  return {
    id: trade.id,
    taker_order_id: taker.orderId,
    market: trade.market,
    asset_id: namedToken(world, trade, taker.outcome),
    side: taker.side,
    size: decimal(qtyOf(trade)),
    fee_rate_bps: feeRate(world, trade),
    price: decimal(inOutcome(trade.price, taker.outcome)),
    status,
    match_time: String(seconds(trade.at)),
    match_time_nano: `${trade.at}000000`,
    last_update: String(seconds(trade.updatedAt)),
    outcome: outcomeOf(world, trade, taker.outcome),
    bucket_index: 0,
    owner: taker.owner,
    maker_address: taker.maker,
    ...(isPending(trade) ? {} : { transaction_hash: trade.transactionHash }),
    ...(trade.status === 'FAILED' ? { err_msg: 'transaction reverted' } : {}),
    maker_orders: trade.makers.map((part) => makerJson(world, trade, part)),
    trader_side: members.some(({ id }) => id === taker.account) ? 'TAKER' : 'MAKER',
  }
}

const makerJson = (world: PolymarketWorld, trade: ClobTrade, part: MakerPart) => ({
  order_id: part.orderId,
  owner: part.owner,
  maker_address: part.maker,
  matched_amount: decimal(part.qty),
  price: decimal(inOutcome(trade.price, part.outcome)),
  fee_rate_bps: feeRate(world, trade),
  asset_id: namedToken(world, trade, part.outcome),
  outcome: outcomeOf(world, trade, part.outcome),
  side: part.side,
})

/** A number for show: the true fee follows from the market's schedule (Polymarket reference, section 8.1). */
const feeRate = (world: PolymarketWorld, { market }: ClobTrade): string =>
  (world.catalogue.markets.get(market)?.feeRate ?? 0) > 0 ? '1000' : '0'

const namedToken = (world: PolymarketWorld, trade: ClobTrade, outcome: 0 | 1): string =>
  world.mirroredTrades.includes(trade.market) ? `9${tokenOf(world, trade, outcome)}` : tokenOf(world, trade, outcome)

const tokenOf = (world: PolymarketWorld, { market }: ClobTrade, outcome: 0 | 1): string =>
  world.catalogue.markets.get(market)?.tokens[outcome] ?? ''

const outcomeOf = (world: PolymarketWorld, { market }: ClobTrade, outcome: 0 | 1): string =>
  world.catalogue.markets.get(market)?.outcomes[outcome] ?? ''
