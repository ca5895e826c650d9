/** State of a price feed by the last stored record of the watch. */

import { describe, expect, it } from 'vitest'
import { MINUTE } from '#domain/kernel/time.ts'
import { type PriceFeed, priceFeedState } from '#domain/markets/price-feed.ts'
import { T0 } from '../contingent/complex-samples.ts'

const feed = (more: Partial<PriceFeed>): PriceFeed => ({
  exchange: 'EXCHANGE_A',
  watched: 3,
  polledAt: T0 - MINUTE,
  streamed: 0,
  accounts: 0,
  failingSince: null,
  failingReason: null,
  heldSince: 0,
  delayMs: null,
  ...more,
})

describe('a price feed is', () => {
  it.each<[string, Partial<PriceFeed>]>([
    ['watching', {}],
    ['watching', { polledAt: T0 - 3 * MINUTE }],
    ['failing', { failingSince: T0 - 5 * MINUTE }],
    ['stopped', { polledAt: T0 - 4 * MINUTE }],
    ['stopped', { polledAt: T0 - 4 * MINUTE, failingSince: T0 - 5 * MINUTE }],
    ['idle', { watched: 0, polledAt: T0 - 60 * MINUTE }],
  ])('%s with %j', (state, more) => {
    expect(priceFeedState(feed(more), T0)).toBe(state)
  })
})
