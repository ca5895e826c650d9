/** Events of a stream by its channels, and reads that keep the changes of its user recorded. */

import { describe, expect, it } from 'vitest'
import { HOUR } from '#domain/kernel/time.ts'
import { CHANGES_KEPT, follow, isFollowed, newChangeLog } from '#domain/streams/change-log.ts'
import { channelOf } from '#domain/streams/channel.ts'
import { type Listened, marketChannelText } from '#domain/streams/market-channel.ts'
import { getsChanges, type Stream, withChannels, withoutChannels } from '#domain/streams/stream.ts'
import { NOW, sampleOrder, USER, uuidAt } from '#test/adapters/store/samples.ts'

const [MINE, OTHER] = [uuidAt(1, 1), uuidAt(1, 2)]

const stream: Stream = {
  streamId: 'one',
  userId: USER,
  keyId: uuidAt(1, 3),
  scope: 'read',
  openedAt: NOW,
  channels: [],
  listening: [],
  position: null,
  version: 1,
}
const quotes = (since: number): Listened => ({
  name: 'quotes',
  svcId: 71,
  exchange: 'EXCHANGE_A',
  nativeId: 'KX71',
  since,
})
const QUOTES = marketChannelText(quotes(0))
const eventOf = (subaccountId: string) => ({
  subject: { kind: 'order' as const, order: sampleOrder({ userId: USER, subaccountId }, 1) },
})

describe('a stream', () => {
  it('receives nothing of another subaccount', () => {
    expect(channelOf([`orders:${MINE}`], eventOf(MINE))).toBe(`orders:${MINE}`)
    expect(channelOf([`orders:${MINE}`], eventOf(OTHER))).toBeNull()
    expect(channelOf([`fills:${OTHER}`, 'orders'], eventOf(OTHER))).toBe('orders')
  })

  it('receives changes while it has a channel for them, however often it subscribed to the same market', () => {
    const markets = withChannels(stream, [QUOTES], [quotes(1)])
    expect(getsChanges(markets)).toBe(false)
    const both = withChannels(withChannels(markets, ['orders'], []), [QUOTES], [quotes(2)])
    expect(both).toMatchObject({ channels: [QUOTES, 'orders'], listening: [{ since: 2 }] })
    expect(getsChanges(both)).toBe(true)
    expect(getsChanges(withoutChannels(both, ['orders']))).toBe(false)
    expect(withoutChannels(both, [QUOTES])).toMatchObject({ channels: ['orders'], listening: [] })
  })
})

it('a user who reads every hour keeps the changes recorded: they are followed nearly as long as kept', () => {
  let log = follow(newChangeLog(USER), NOW)
  for (let hour = 1; hour < 200; hour += 1) {
    const now = NOW + hour * HOUR
    log = follow(log, now)
    expect(isFollowed(log, now + CHANGES_KEPT - HOUR - 1)).toBe(true)
  }
})
