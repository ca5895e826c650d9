/** Puts stored rows back where they were when the simulator last ran. */

import { isEngineChange } from '../../engine/ledger/is-engine-change.ts'
import type { StoredRow } from '../../engine/ledger/row-store.ts'
import type { ApprovalRow } from '../chain/approvals.ts'
import type { ChainEvent } from '../chain/chain-event.ts'
import type { Movement } from '../chain/wallets.ts'
import type { ClobTrade } from '../clob/account/trade.ts'
import { addOpenOrder } from '../clob/orders/open-orders.ts'
import type { ClobOrder } from '../clob/orders/order.ts'
import type { RelayedAction } from '../relayer/relayed-action.ts'
import type { MarketState } from './market-reads.ts'
import type { ApiKey, Member, ModeState, PolymarketWorld } from './world.ts'

export const restoreWorld = (world: PolymarketWorld, stored: readonly StoredRow[]): void => {
  world.engine.ledger.restore(stored.filter(isEngineChange))
  world.copy.load(stored)
  for (const trade of world.engine.ledger.trades) world.candles.record(trade)
  for (const { kind, key, row } of stored) {
    if (kind === 'venue_market') world.marketStates.set(key, written<MarketState>(row))
    if (kind === 'member') world.members.set(key, written<Member>(row))
    if (kind === 'api_key') world.keys.set(key, written<ApiKey>(row))
    if (kind === 'mode') world.mode = written<ModeState>(row)
    if (kind === 'approval') world.approvals.restore(written<ApprovalRow>(row))
    if (kind === 'relayed') world.relayed.set(key, { ...written<RelayedAction>(row) })
    if (kind === 'balance') {
      const { account, asset, amount } = written<Movement>(row)
      world.wallets.restore(account, asset, amount)
    }
  }
  for (const [conditionId, { payoutYes }] of world.marketStates)
    if (payoutYes !== null) world.unredeemed.add(conditionId)
  const rowsOf = <Row>(requested: string): Row[] =>
    stored.filter(({ kind }) => kind === requested).map(({ row }) => structuredClone(written<Row>(row)))
  world.chainEvents.push(...rowsOf<ChainEvent>('chain_event').sort((one, other) => one.sequence - other.sequence))
  for (const order of rowsOf<ClobOrder>('clob_order').sort((one, other) => one.sequence - other.sequence)) {
    world.orders.set(order.id, order)
    addOpenOrder(world, order)
  }
  for (const trade of rowsOf<ClobTrade>('clob_trade').sort((one, other) => one.sequence - other.sequence)) {
    world.trades.set(trade.id, trade)
    if (trade.status !== 'CONFIRMED' && trade.status !== 'FAILED') world.wallets.unsettled.add(trade)
  }
}

/** The file is our own: each kind holds the rows that this version wrote under it. */
const written = <Row>(row: unknown): Row => row as Row
