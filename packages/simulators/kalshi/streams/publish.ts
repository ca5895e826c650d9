/** Sends the connections the events of the engine and the markets since the last time. */

import type { EngineEvent } from '../../engine/ledger/engine-events.ts'
import type { KalshiWorld } from '../world/world.ts'
import { marketPositionOf, userFillOf, userOrderOf } from './account-messages.ts'
import { deltaOf, tickerOf, tickerTimes, tradeOf } from './market-messages.ts'
import { sendMessage } from './send-message.ts'
import type { Channel, Session, Subscription } from './stream-state.ts'

export const publish = (world: KalshiWorld): void => {
  const { streams } = world
  const events = world.engine.ledger.events.drain()
  const announced = streams.announced.splice(0)
  if (streams.sessions.size === 0) return
  for (const event of events) publishMarketEvent(world, event)
  publishTickers(world, events)
  for (const { type, msg } of announced) {
    toAll(world, 'market_lifecycle_v2', '', ({ session, subscription }) =>
      sendMessage(world, session, subscription, { type, market: '', msg }),
    )
  }
  const own = accountMessages(world, events)
  if (own.length === 0) return
  streams.timing.run(() => {
    for (const send of own) send()
  })
}

const publishMarketEvent = (world: KalshiWorld, event: EngineEvent): void => {
  const now = world.clock()
  if (event.kind === 'level') {
    toAll(world, 'orderbook_delta', event.market, ({ session, subscription }) => {
      const msg = deltaOf(event, subscription.useYesPrice, session.key.account, now)
      sendMessage(world, session, subscription, { type: 'orderbook_delta', market: event.market, msg })
    })
  }
  if (event.kind !== 'trade') return
  const { market } = event.trade
  world.streams.lastTradeSizes.set(market, event.trade.qty)
  const msg = tradeOf(event.trade)
  toAll(world, 'trade', market, ({ session, subscription }) =>
    sendMessage(world, session, subscription, { type: 'trade', market, msg }),
  )
}

/** A ticker is sent when any field of it has changed, sizes included. */
const publishTickers = (world: KalshiWorld, events: readonly EngineEvent[]): void => {
  const touched = new Set(events.flatMap((event) => marketOf(event) ?? []))
  for (const market of touched) {
    const info = world.catalogue.markets.get(market)
    if (info === undefined) continue
    const body = tickerOf(world, info)
    const text = JSON.stringify(body)
    if (world.streams.tickers.get(market) === text) continue
    world.streams.tickers.set(market, text)
    const msg = { ...body, ...tickerTimes(world.clock()) }
    toAll(world, 'ticker', market, ({ session, subscription }) =>
      sendMessage(world, session, subscription, { type: 'ticker', market, msg }),
    )
  }
}

const marketOf = (event: EngineEvent): string | null => {
  if (event.kind === 'level') return event.market
  return event.kind === 'trade' ? event.trade.market : null
}

/** Orders come first, then fills, then positions (Kalshi live reference, section 1.6). */
const accountMessages = (world: KalshiWorld, events: readonly EngineEvent[]): (() => void)[] => {
  const orders = new Map<string, Extract<EngineEvent, { kind: 'order' }>>()
  const positions = new Map<string, Extract<EngineEvent, { kind: 'position' }>>()
  const fills: Extract<EngineEvent, { kind: 'fill' }>[] = []
  for (const event of events) {
    if (event.kind === 'order') orders.set(event.order.id, event)
    if (event.kind === 'position') positions.set(`${event.position.account}|${event.position.market}`, event)
    if (event.kind === 'fill') fills.push(event)
  }
  return [
    ...[...orders.values()].flatMap(({ order, change }) =>
      toOwner(world, 'user_orders', order, () => userOrderOf(world, order, change)),
    ),
    ...fills.flatMap((event) => toOwner(world, 'fill', event.fill, () => userFillOf(world, event))),
    ...[...positions.values()].flatMap(({ position }) =>
      toOwner(world, 'market_positions', position, () => marketPositionOf(world, position)),
    ),
  ]
}

const TYPES = { user_orders: 'user_order', fill: 'fill', market_positions: 'market_position' } as const

/** The message as it is now, for each connection of the account that hears it; nothing is made for nobody. */
const toOwner = (
  world: KalshiWorld,
  channel: keyof typeof TYPES,
  { account, market }: { readonly account: string; readonly market: string },
  make: () => unknown,
): (() => void)[] => {
  const readers: Reader[] = []
  toAll(world, channel, market, (reader) => {
    if (reader.session.key.account === account) readers.push(reader)
  })
  if (readers.length === 0) return []
  const msg = make()
  return readers.map(
    ({ session, subscription }) =>
      () =>
        sendMessage(world, session, subscription, { type: TYPES[channel], market, msg }),
  )
}

interface Reader {
  readonly session: Session
  readonly subscription: Subscription
}

const toAll = (world: KalshiWorld, channel: Channel, market: string, send: (reader: Reader) => void): void => {
  for (const session of world.streams.sessions) {
    for (const subscription of session.subscriptions.values()) {
      if (subscription.channel !== channel) continue
      if (market !== '' && subscription.markets?.has(market) === false) continue
      send({ session, subscription })
    }
  }
}
