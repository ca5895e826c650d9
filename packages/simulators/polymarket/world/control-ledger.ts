/** The true state for the control API, in the shape of the other exchange; orders and prices in YES terms. */

import { toNumber } from '../../engine/millionths.ts'
import { CASH } from '../chain/wallets.ts'
import { partsOf } from '../clob/account/trade.ts'
import { buysYes, type ClobOrder, inOutcome } from '../clob/orders/order.ts'
import type { Member, PolymarketWorld } from './world.ts'

export const controlLedger = (world: PolymarketWorld) => ({
  accounts: [...world.members.values()].map((member) => accountOf(world, member)),
  /** Actions of the relayer, and their results. */
  relayed: [...world.relayed.values()].map(({ id, account, nonce, state, hash }) => ({
    id,
    account,
    nonce,
    state,
    hash,
  })),
  submits: world.engine.ledger.submits.map(({ identity, at, outcome }) => ({ identity, at, outcome })),
})

const accountOf = (world: PolymarketWorld, { id }: Member) => ({
  id,
  cash: toNumber(world.wallets.total(id, CASH)),
  orders: [...world.orders.values()].filter(({ account }) => account === id).map((order) => orderOf(world, order)),
  fills: [...world.trades.values()].flatMap((trade) =>
    partsOf(trade, id).map(({ party, qty, fee }) => ({
      id: trade.id,
      order_id: party.orderId,
      market: trade.market,
      buy_flag: buysYes(party),
      price: toNumber(trade.price),
      qty: toNumber(qty),
      fee: toNumber(fee),
      status: trade.status,
    })),
  ),
  positions: [...world.catalogue.markets.values()].flatMap(({ conditionId, tokens }) => {
    const [yes, no] = [world.wallets.total(id, tokens[0]), world.wallets.total(id, tokens[1])]
    if (yes === 0 && no === 0) return []
    return [{ market: conditionId, position: toNumber(yes - no), yes: toNumber(yes), no: toNumber(no) }]
  }),
})

const orderOf = (world: PolymarketWorld, order: ClobOrder) => {
  const booked = world.engine.ledger.orders.get(order.id)
  return {
    id: order.id,
    identity: order.id,
    market: order.market,
    buy_flag: buysYes(order),
    price: toNumber(inOutcome(order.price, order.outcome)),
    qty: toNumber(booked?.qty ?? order.size),
    filled_qty: toNumber((booked?.filled ?? 0) - undone(world, order)),
    status: order.heldUntil === null ? (booked?.status ?? 'canceled') : 'delayed',
  }
}

/** Amounts in failed trades. */
const undone = (world: PolymarketWorld, { id, account, tradeIds }: ClobOrder): number =>
  tradeIds
    .map((trade) => world.trades.get(trade))
    .filter((trade) => trade?.status === 'FAILED')
    .flatMap((trade) => (trade === undefined ? [] : partsOf(trade, account)))
    .filter(({ party }) => party.orderId === id)
    .reduce((sum, { qty }) => sum + qty, 0)
