/** Publishes changes of orders and trades on the user channel since the last time. */

import type { EngineEvent } from '../../engine/ledger/engine-events.ts'
import { type ClobTrade, partsOf } from '../clob/account/trade.ts'
import { membersOf, type PolymarketWorld } from '../world/world.ts'
import type { UserReader } from './stream-state.ts'
import { notedMessage, orderMessages, tradeMessage } from './user-messages.ts'

export const publishUsers = (world: PolymarketWorld, events: readonly EngineEvent[]): void => {
  const { streams } = world
  const noted = streams.noted.splice(0)
  const trades = [...streams.trades.values()]
  streams.trades.clear()
  if (streams.userReaders.size === 0) return
  const messages = [
    ...noted.flatMap(({ order, end }) => toOwner(world, order, notedMessage(world, order, end))),
    ...events.flatMap((event) => (event.kind === 'order' ? ofOrder(world, event) : [])),
    ...trades.flatMap((trade) => ofTrade(world, trade)),
  ]
  if (messages.length === 0) return
  streams.timing.run(() => {
    for (const send of messages) send()
  })
}

type Sending = () => void

const ofOrder = (world: PolymarketWorld, event: Extract<EngineEvent, { kind: 'order' }>): Sending[] => {
  const order = world.orders.get(event.order.id)
  if (order === undefined) return []
  const messages = orderMessages(world, order, event.order, event.change, event.isNew)
  return messages.flatMap((message) => toOwner(world, order, message))
}

/** Both sides hear of a trade, each once. */
const ofTrade = (world: PolymarketWorld, trade: ClobTrade): Sending[] =>
  readersIn(world, trade.market).flatMap((reader) => {
    const members = membersOf(world, reader.address ?? '').filter(({ id }) => partsOf(trade, id).length > 0)
    const own = members.flatMap(({ id }) => partsOf(trade, id).map(({ party }) => party))
    if (own.length === 0) return []
    return [sending(reader, trade.market, tradeMessage(world, trade, members, own[0]?.owner ?? ''))]
  })

const toOwner = (
  world: PolymarketWorld,
  { account, market }: { readonly account: string; readonly market: string },
  message: Record<string, unknown>,
): Sending[] => {
  const address = world.members.get(account)?.address
  return readersIn(world, market).flatMap((reader) =>
    reader.address === address ? [sending(reader, market, message)] : [],
  )
}

const readersIn = (world: PolymarketWorld, market: string): UserReader[] =>
  [...world.streams.userReaders].filter(({ address, markets }) => address !== null && markets?.has(market) !== false)

const sending = (reader: UserReader, market: string, message: Record<string, unknown>): Sending => {
  const text = JSON.stringify(message)
  return () => reader.send({ type: String(message['event_type']), about: [market], text })
}
