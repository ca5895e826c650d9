/** How the price watch stands, one row for each exchange. */

import type { PriceFeed } from '#domain/markets/price-feed.ts'
import type { PriceFeedStore } from '#ports/price-feed-store.ts'
import type { Row } from '../engine/attributes.ts'
import { exchangeValue, orNull, whole } from '../engine/codecs.ts'
import type { Expectation } from '../engine/expectation.ts'
import { readRow, rowOf } from '../engine/fields.ts'
import { type Key, PRICE_FEEDS, priceFeedKey } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'

/** One row for each exchange whose prices are watched. */
export const priceFeedStore = (table: Table): PriceFeedStore => ({
  all: async () => {
    const rows = await table.query({ partition: PRICE_FEEDS })
    return rows.map((row) => readRow(row, PRICE_FEED.read))
  },

  save: (feed) => table.putAll([toRow(feed)]),

  claim: async (feed, before) => {
    const expect: Expectation = before === null ? 'absent' : { same: { n: before.watched, at: before.polledAt } }
    const { written } = await table.write([{ put: toRow(feed), expect }])
    return written
  },
})

const toRow = (feed: PriceFeed): Row & Key => ({ ...PRICE_FEED.write(feed), ...priceFeedKey(feed.exchange) })

const PRICE_FEED = rowOf<PriceFeed>({
  exchange: ['sk', exchangeValue],
  watched: ['n', whole],
  polledAt: ['at', whole],
  failingSince: ['fs', orNull(whole)],
})
