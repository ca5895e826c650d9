/** How the price watch stands, one row for each exchange. */

import { nullish, object } from 'valibot'
import type { PriceFeed } from '#domain/markets/price-feed.ts'
import type { PriceFeedStore } from '#ports/price-feed-store.ts'
import type { Row } from '../engine/attributes.ts'
import type { Expectation } from '../engine/expectation.ts'
import { type Key, PRICE_FEEDS, priceFeedKey } from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { count, exchangeValue, whole } from '../engine/row-values.ts'
import type { Table } from '../engine/table.ts'

export const priceFeedStore = (table: Table): PriceFeedStore => ({
  all: async () => {
    const rows = await table.query({ partition: PRICE_FEEDS })
    return rows.map((row) => {
      const { sk, n, at, fs } = parseRow(priceFeedRow, row)
      return { exchange: sk, watched: n, polledAt: at, failingSince: fs }
    })
  },

  save: (feed) => table.putAll([toRow(feed)]),

  claim: async (feed, before) => {
    const expect: Expectation = before === null ? 'absent' : { same: { n: before.watched, at: before.polledAt } }
    const { written } = await table.write([{ put: toRow(feed), expect }])
    return written
  },
})

const toRow = ({ exchange, watched, polledAt, failingSince }: PriceFeed): Row & Key => ({
  ...priceFeedKey(exchange),
  n: watched,
  at: polledAt,
  fs: failingSince,
})

const priceFeedRow = object({ sk: exchangeValue, n: count, at: whole, fs: nullish(whole, null) })
