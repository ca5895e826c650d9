/** Checks whether the prices of armed stops are watched. */

import { priceFeedStore } from '#adapters/store/markets/price-feeds.ts'
import { toIso } from '#domain/kernel/time.ts'
import { type PriceFeedState, priceFeedState } from '#domain/markets/price-feed.ts'
import { type Examination, ill, well } from '../finding.ts'

const ADVICE: Partial<Record<PriceFeedState, string>> = {
  failing:
    'The exchange reports no prices: stops do not fire there. The watch continues automatically when the exchange answers.',
  stopped: 'Stops do not fire there. Look at the log of watch-prices at once.',
}

export const priceWatch: Examination = {
  what: 'price watch',
  ifBlind: 'Check that the table can be read.',
  look: async ({ table, now }) => {
    const store = priceFeedStore(table)
    const [feeds, late] = await Promise.all([store.all(), store.late(now)])
    const found = feeds.map((feed) => {
      const state = priceFeedState(feed, now)
      const advice = ADVICE[state]
      const words = `${feed.exchange} is ${state}, ${feed.watched} markets, last looked at ${toIso(feed.polledAt)}`
      const why = state === 'failing' && feed.failingReason !== null ? `. ${feed.failingReason.replace(/\.$/, '')}` : ''
      return advice === undefined ? well(words) : ill(`${words}${why}.`, advice)
    })
    const slow =
      late.length === 0 ? [] : [well(`${late.length} users have so many stops on custom assets that theirs are late`)]
    return found.length === 0 ? [well('no stop was ever armed')] : [...found, ...slow]
  },
}
