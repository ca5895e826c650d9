/** Turns matches into trades, and moves trades through settlement on the clock (Polymarket reference, section 4.3). */

import { createHash } from 'node:crypto'
import type { EngineOrder } from '../../engine/ledger/engine-state.ts'
import type { EngineMatch } from '../../engine/matching/matching-engine.ts'
import { undoTrade } from '../../engine/matching/undo-trade.ts'
import { identifier } from '../../engine/world/identifier.ts'
import type { ClobTrade, MakerPart, TradeParty, TradeStatus } from '../clob/account/trade.ts'
import { buysYes } from '../clob/orders/order.ts'
import { COLLATERAL } from '../world/contracts.ts'
import { contextOf } from '../world/exchange-context.ts'
import type { PolymarketWorld } from '../world/world.ts'
import { transactionHashOf } from './transaction-hash.ts'
import { CASH, movementsOf } from './wallets.ts'

/** Writes the match down: with the taker's trade at this price when there is one, else as a new trade. */
export const recordMatch = (world: PolymarketWorld, latest: { trade: ClobTrade | null }, match: EngineMatch): void => {
  const { market, taker, maker, fill } = match
  const makerParty = partyOf(world, maker)
  const takerParty = partyOf(world, taker)
  if (makerParty.house && takerParty.house) return
  const part: MakerPart = { ...makerParty, qty: fill.qty, takerFee: fill.fee }
  const known = latest.trade
  if (known?.taker.orderId === taker.id && known.price === fill.price && known.at === fill.at) {
    known.makers.push(part)
    noteIn(world, maker.id, known.id)
    keepTrade(world, known)
    return
  }
  const trade: ClobTrade = {
    id: identifier(world.seed, `trade:${fill.sequence}`),
    market: market.id,
    price: fill.price,
    at: fill.at,
    sequence: fill.sequence,
    transactionHash: transactionHashOf(fill.tradeId),
    doomed: world.mode.value === 'settlement_fails',
    taker: takerParty,
    makers: [part],
    status: 'MATCHED',
    updatedAt: fill.at,
  }
  latest.trade = trade
  world.trades.set(trade.id, trade)
  world.wallets.unsettled.add(trade)
  noteIn(world, taker.id, trade.id)
  noteIn(world, maker.id, trade.id)
  keepTrade(world, trade)
}

/** Mines, confirms, retries and fails trades that are due. */
export const advanceTrades = (world: PolymarketWorld): void => {
  const { settleAfterMs } = world.switches
  for (const trade of world.wallets.unsettled) {
    const age = world.clock() - trade.at
    if (trade.status === 'MATCHED' && age >= settleAfterMs) {
      if (trade.doomed) moveTo(world, trade, 'RETRYING', trade.at + settleAfterMs)
      else mine(world, trade, trade.at + settleAfterMs)
    }
    if (age < 2 * settleAfterMs) continue
    if (trade.status === 'RETRYING') fail(world, trade)
    if (trade.status === 'MINED') moveTo(world, trade, 'CONFIRMED', trade.at + 2 * settleAfterMs)
    world.wallets.unsettled.delete(trade)
  }
}

/** Moves what the trade moves, now and for good. */
export const settleTrade = (world: PolymarketWorld, trade: ClobTrade, at: number): void => mine(world, trade, at)

const mine = (world: PolymarketWorld, trade: ClobTrade, at: number): void => {
  const info = world.catalogue.markets.get(trade.market)
  if (info === undefined) return
  const accounts = new Set([trade.taker, ...trade.makers].filter(({ house }) => !house).map(({ account }) => account))
  for (const one of accounts) {
    for (const { account, asset, amount } of movementsOf(trade, one, info.tokens)) {
      world.wallets.credit(account, asset, amount)
      const funder = world.members.get(account)?.funder
      if (asset !== CASH || funder === undefined) continue
      world.approvals.spend(funder, COLLATERAL, contextOf(info).exchange, -amount)
    }
  }
  moveTo(world, trade, 'MINED', at)
}

const fail = (world: PolymarketWorld, trade: ClobTrade): void => {
  const market = world.engine.ledger.markets.get(trade.market)
  if (market !== undefined) {
    for (const part of trade.makers) {
      const { taker, price } = trade
      const sides = [
        { account: taker.account, buyFlag: buysYes(taker), fee: part.takerFee },
        { account: part.account, buyFlag: buysYes(part), fee: 0 },
      ]
      undoTrade(world.engine.ledger, { market, sides, price, qty: part.qty, at: world.clock() })
    }
  }
  moveTo(world, trade, 'FAILED', trade.at + 2 * world.switches.settleAfterMs)
}

const moveTo = (world: PolymarketWorld, trade: ClobTrade, status: TradeStatus, at: number): void => {
  trade.status = status
  trade.updatedAt = at
  keepTrade(world, trade)
}

/** Each state of a trade is published, also if several follow at once. */
const keepTrade = (world: PolymarketWorld, trade: ClobTrade): void => {
  const kept = { ...trade, makers: [...trade.makers] }
  world.keep('clob_trade', trade.id, kept)
  world.streams.trades.set(`${trade.id} ${trade.status}`, kept)
}

const noteIn = (world: PolymarketWorld, orderId: string, tradeId: string): void => {
  const order = world.orders.get(orderId)
  if (order === undefined) return
  order.tradeIds.push(tradeId)
  world.keep('clob_order', order.id, { ...order, tradeIds: [...order.tradeIds] })
}

/** The owner of an engine order; the house offers YES, or the same as a bid for NO. */
const partyOf = (world: PolymarketWorld, { id, account, buyFlag }: EngineOrder): TradeParty => {
  const order = world.orders.get(id)
  if (order !== undefined) {
    const { owner, maker, outcome, side } = order
    return { account, house: false, orderId: id, owner, maker, outcome, side }
  }
  const outcome = Number.parseInt(id.slice(-1), 16) % 2 === 0 ? 0 : 1
  const maker = `0x${createHash('sha256').update(account).digest('hex').slice(0, 40)}`
  const side = buyFlag === (outcome === 0) ? 'BUY' : 'SELL'
  return { account, house: true, orderId: id, owner: identifier(account, 'owner'), maker, outcome, side }
}
