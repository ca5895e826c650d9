/** State of the price watch, one row for each exchange. */

import { MINUTE } from '#domain/kernel/time.ts'
import type { LateShare } from '#domain/markets/late-share.ts'
import type { PriceFeed } from '#domain/markets/price-feed.ts'
import type { PriceFeedStore } from '#ports/markets/price-feed-store.ts'
import { count, exchangeValue, list, orNull, text, whole } from '../engine/codecs.ts'
import { type Key, LATE_SHARES, lateSharesKey, PRICE_FEEDS, priceFeedKey } from '../engine/keys.ts'
import { mapOf, type Row, readRow, rowOf } from '../engine/rows.ts'
import { putIf, type Table } from '../engine/table.ts'

/** One row for each exchange whose prices are watched. */
export const priceFeedStore = (table: Table): PriceFeedStore => ({
  all: async () => {
    const rows = await table.query({ partition: PRICE_FEEDS })
    return rows.map((row) => readRow(row, PRICE_FEED.read))
  },

  save: (feed) => table.putAll([toRow(feed)]),

  claim: (feed, before) =>
    putIf(table, toRow(feed), before === null ? 'absent' : { same: { n: before.watched, at: before.polledAt } }),

  saveLate: (run, shares, now) =>
    table.putAll([
      { ...LATE.write({ shares, at: now }), ...lateSharesKey(run), ttl: Math.ceil((now + 2 * LATE_LASTS) / 1_000) },
    ]),

  late: async (now) => {
    const rows = await table.query({ partition: LATE_SHARES })
    const reported = table.readable(rows, (row) => readRow(row, LATE.read)).filter(({ at }) => now - at < LATE_LASTS)
    const each = new Map<string, LateShare>()
    for (const share of reported.flatMap(({ shares }) => shares)) {
      const known = each.get(share.share)
      if (known === undefined || share.since < known.since) each.set(share.share, share)
    }
    return [...each.values()]
  },
})

/** Each run reports once a minute. A run without a report for this long is over. */
const LATE_LASTS = 3 * MINUTE

const toRow = (feed: PriceFeed): Row & Key => ({ ...PRICE_FEED.write(feed), ...priceFeedKey(feed.exchange) })

const PRICE_FEED = rowOf<PriceFeed>({
  exchange: ['sk', exchangeValue],
  watched: ['n', whole],
  polledAt: ['at', whole],
  failingSince: ['fs', orNull(whole)],
  failingReason: ['fw', orNull(text)],
  streamed: ['sm', count],
  accounts: ['sa', count],
  heldSince: ['hs', count],
  delayMs: ['dl', orNull(whole)],
})

const LATE = rowOf({
  at: ['at', whole],
  shares: ['sh', list(mapOf<LateShare>({ share: ['s', text], stops: ['n', whole], since: ['t', whole] }))],
})
