/** Commands that look at prices, trades and fees. */

import { type Command, must, show } from '../command.ts'
import { timeCell } from '../draw/cells.ts'
import { priceOrNone, priceText } from '../draw/numbers.ts'
import { drawTable } from '../draw/table.ts'
import { findMarket } from '../find/find-market.ts'
import { wholeNumber } from '../typed/options.ts'

export const quotes: Command = {
  group: 'Markets',
  words: '<markets...>',
  does: 'shows the best prices of up to 100 markets',
  run: async (session, words) => {
    const ids: number[] = []
    for (const word of words)
      ids.push(/^\d{1,16}$/.test(word) ? Number(word) : (await findMarket(session.client, word)).svc_id)
    const params = { query: { svc_ids: ids } }
    const found = must(await session.client.GET('/v1/quotes', { params, signal: session.signal }))
    show(session, found, () => {
      const rows = found.quotes.map((one) => [
        String(one.svc_id),
        one.bid_qty,
        priceOrNone(one.best_bid),
        priceOrNone(one.best_ask),
        one.ask_qty,
        priceOrNone(one.last_price),
        one.message ?? (one.as_of === null ? '' : timeCell(one.as_of)),
      ])
      return drawTable(
        ['svc_id', 'qty', 'bid', 'ask', 'qty', 'last', { name: 'as of (UTC)', kind: 'text' }],
        rows,
        session,
      )
    })
  },
}

export const trades: Command = {
  group: 'Markets',
  words: '<market>',
  does: 'shows the last trades of a market',
  options: { '--limit <count>': 'trades at most (default: 20)' },
  run: async (session, [text = ''], options) => {
    const market = await findMarket(session.client, text)
    const params = { path: { svc_id: market.svc_id }, query: { limit: wholeNumber(options, 'limit', 20) } }
    const found = must(await session.client.GET('/v1/trades/{svc_id}', { params, signal: session.signal }))
    show(session, found, () => {
      const rows = found.trades.map(({ timestamp, taker_buy_flag, is_block_trade, qty, price }) => [
        timeCell(timestamp),
        [taker_buy_flag === null ? '' : taker_buy_flag ? 'buy' : 'sell', is_block_trade ? '(block)' : '']
          .join(' ')
          .trim(),
        qty,
        priceText(price),
      ])
      return `${market.name}\n\n${drawTable(['time (UTC)', 'taker', 'qty', 'price'], rows)}`
    })
  },
}

export const fees: Command = {
  group: 'Markets',
  words: '<market>',
  does: 'shows what a market charges',
  run: async (session, [text = '']) => {
    const market = await findMarket(session.client, text)
    const params = { path: { svc_id: market.svc_id } }
    const found = must(await session.client.GET('/v1/fees/{svc_id}', { params, signal: session.signal }))
    show(session, found, () => {
      const rows = found.per_100_contracts.map(({ price, taker_fee, maker_fee }) => [
        priceText(price),
        taker_fee,
        maker_fee,
      ])
      const rates = `taker ${found.taker_rate ?? 'not known'}, maker ${found.maker_rate ?? 'not known'}`
      const table = drawTable(['price', 'taker ($), 100 contracts', 'maker ($)'], rows)
      return `${market.name}\n\n${found.rule}\n${rates}\n${found.rounding}\n\n${table}`
    })
  },
}
