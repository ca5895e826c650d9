/** Commands of a client: subscribe, change, unsubscribe, list (Kalshi live reference, section 1.2). */

import { allows } from '../http/verify-request.ts'
import type { KalshiWorld } from '../world/world.ts'
import { sendFirst, sendSnapshot } from './first-messages.ts'
import { marketIdOf } from './market-messages.ts'
import { type Command, type CommandParams, oneSidOf, readCommand, tickersOf } from './read-command.ts'
import { errorMessage, isStreamErrorCode, StreamRefusal } from './stream-error.ts'
import { CHANNELS, type Channel, PRIVATE_CHANNELS, type Session, type Subscription, stampOf } from './stream-state.ts'

export const answerCommand = (world: KalshiWorld, session: Session, frame: string): void => {
  let id = 0
  try {
    const command = readCommand(frame)
    id = command.id
    const fault = world.streams.faults.meet('error', command.cmd, [])
    const code = fault?.code ?? 27
    if (fault !== null && isStreamErrorCode(code)) throw new StreamRefusal(code)
    answer(world, session, command)
  } catch (problem) {
    if (!(problem instanceof StreamRefusal)) throw problem
    reply(session, errorMessage(problem.code, idOf(id)))
  }
}

const answer = (world: KalshiWorld, session: Session, command: Command): void => {
  switch (command.cmd) {
    case 'subscribe':
      subscribe(world, session, command.id, paramsOf(command))
      break
    case 'update_subscription':
      update(world, session, command.id, paramsOf(command))
      break
    case 'unsubscribe':
      unsubscribe(session, command.id, paramsOf(command))
      break
    case 'list_subscriptions': {
      const open = [...session.subscriptions.values()].map(({ channel, sid }) => ({ channel, sid }))
      reply(session, { type: 'ok', ...idOf(command.id), msg: open })
      break
    }
    default:
      throw new StreamRefusal(5)
  }
}

/** One acknowledgement for each channel comes first, then the snapshots. */
const subscribe = (world: KalshiWorld, session: Session, id: number, params: CommandParams): void => {
  const channels = (params.channels ?? []).map(channelOf)
  if (channels.length === 0) throw new StreamRefusal(3)
  const named = marketsOf(world, params, channels)
  if (channels.includes('orderbook_delta') && named === null) throw new StreamRefusal(14)
  if (!allows(session.key, 'read') && channels.some((channel) => PRIVATE_CHANNELS.includes(channel))) {
    throw new StreamRefusal(9)
  }
  const opened = channels.map((channel) => {
    const markets = hasNoFilter(channel) ? null : named
    const open = [...session.subscriptions.values()].find((known) => known.channel === channel)
    return open === undefined ? add(world, session, channel, markets, params) : merge(world, open, markets)
  })
  for (const { subscription } of opened) {
    const { channel, sid } = subscription
    reply(session, { type: 'subscribed', ...idOf(id), msg: { channel, sid } })
  }
  for (const { subscription, fresh } of opened) sendFirst(world, session, subscription, fresh, params)
}

interface Opened {
  readonly subscription: Subscription
  /** Markets it did not have before. */
  readonly fresh: readonly string[]
}

const add = (
  world: KalshiWorld,
  session: Session,
  channel: Channel,
  markets: readonly string[] | null,
  params: CommandParams,
): Opened => {
  checkLimit(world, markets?.length ?? 0)
  session.lastSid += 1
  const subscription: Subscription = {
    sid: session.lastSid,
    channel,
    markets: markets === null ? null : new Set(markets),
    useYesPrice: params.use_yes_price ?? false,
    muted: new Set(),
    seq: 0,
  }
  session.subscriptions.set(subscription.sid, subscription)
  mute(world, subscription, markets ?? [])
  return { subscription, fresh: markets ?? [] }
}

/** Subscribing again makes no second subscription: the markets join the one that is open. */
const merge = (world: KalshiWorld, subscription: Subscription, markets: readonly string[] | null): Opened => {
  if (markets === null || subscription.markets === null) {
    subscription.markets = null
    return { subscription, fresh: [] }
  }
  const known = subscription.markets
  const fresh = markets.filter((ticker) => !known.has(ticker))
  checkLimit(world, known.size + fresh.length)
  for (const ticker of fresh) known.add(ticker)
  mute(world, subscription, fresh)
  return { subscription, fresh }
}

/** Whose data shall never begin is found out when the market is subscribed to. */
const mute = (world: KalshiWorld, { channel, muted }: Subscription, markets: readonly string[]): void => {
  for (const ticker of markets) if (world.streams.faults.meet('mute', channel, [ticker]) !== null) muted.add(ticker)
}

const update = (world: KalshiWorld, session: Session, id: number, params: CommandParams): void => {
  const subscription = session.subscriptions.get(oneSidOf(params))
  if (subscription === undefined) throw new StreamRefusal(7)
  const { action } = params
  if (action === undefined) throw new StreamRefusal(15)
  if (!['add_markets', 'delete_markets', 'get_snapshot'].includes(action)) throw new StreamRefusal(13)
  const markets = marketsOf(world, params, [subscription.channel])
  if (markets === null) throw new StreamRefusal(14)
  if (action === 'get_snapshot') {
    if (subscription.channel !== 'orderbook_delta') throw new StreamRefusal(13)
    // The subscription stays as it is, and the snapshots are the whole answer.
    for (const ticker of markets) sendSnapshot(world, session, subscription, ticker, idOf(id))
    return
  }
  const before = subscription.markets
  const { fresh } = action === 'add_markets' ? merge(world, subscription, markets) : { fresh: [] }
  if (action === 'delete_markets') {
    for (const ticker of markets) {
      before?.delete(ticker)
      subscription.muted.delete(ticker)
    }
  }
  const list = params.skip_ticker_ack === true ? {} : { market_tickers: [...(subscription.markets ?? [])] }
  reply(session, { type: 'ok', ...idOf(id), ...stampOf(subscription), msg: list })
  sendFirst(world, session, subscription, fresh, params)
}

const unsubscribe = (session: Session, id: number, params: CommandParams): void => {
  const sids = params.sids ?? (params.sid === undefined ? [] : [params.sid])
  if (sids.length === 0) throw new StreamRefusal(4)
  const open = sids.map((sid) => session.subscriptions.get(sid))
  if (open.includes(undefined)) throw new StreamRefusal(7)
  for (const subscription of open) {
    if (subscription === undefined || !session.subscriptions.delete(subscription.sid)) continue
    reply(session, { type: 'unsubscribed', ...idOf(id), ...stampOf(subscription) })
  }
}

/** Tickers, or on the channel `ticker` the ids of markets. */
const marketsOf = (world: KalshiWorld, params: CommandParams, channels: readonly Channel[]): string[] | null => {
  const ids = params.market_ids ?? (params.market_id === undefined ? [] : [params.market_id])
  if (ids.length === 0) return tickersOf(params)
  if (channels.some((channel) => channel !== 'ticker')) throw new StreamRefusal(11)
  return [...world.catalogue.markets.keys()].filter((ticker) => ids.includes(marketIdOf(ticker)))
}

const channelOf = (name: string): Channel => {
  const channel = CHANNELS.find((known) => known === name)
  if (channel === undefined) throw new StreamRefusal(8)
  return channel
}

const hasNoFilter = (channel: Channel): boolean =>
  channel === 'market_lifecycle_v2' || channel === 'multivariate_market_lifecycle' || channel === 'order_group_updates'

const checkLimit = (world: KalshiWorld, markets: number): void => {
  if (markets > world.streams.mostMarkets) throw new StreamRefusal(26)
}

const paramsOf = ({ params }: Command): CommandParams => {
  if (params === undefined) throw new StreamRefusal(2)
  return params
}

/** An id of 0 counts as none. */
const idOf = (id: number): { readonly id?: number } => (id === 0 ? {} : { id })

const reply = (session: Session, message: { readonly type: string; readonly [field: string]: unknown }): void =>
  session.send({ type: message.type, about: [], text: JSON.stringify(message) })
