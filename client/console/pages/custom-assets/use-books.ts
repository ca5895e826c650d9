/** Reads the books of all members of a custom asset, as one. */

import { type Answer, ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Market } from '../../api/types.ts'
import { EXCHANGES } from '../../format/exchanges.ts'
import { type Live, useLive } from '../../live/use-live.ts'

export interface Level {
  readonly price: number
  readonly qty: number
  readonly market: Market
}

export interface Book {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** A sentence for each member without a book. */
  readonly silent: readonly string[]
}

const SHOWN = 10

export const useBooks = (customAssetId: string, members: readonly Market[]): Live<Book> => {
  const ids = members.map(({ svc_id }) => svc_id).join()
  return useLive(ids === '' ? '' : `${customAssetId} ${ids}`, () => readBooks(members), { everyS: 3 })
}

const readBooks = async (members: readonly Market[]): Promise<Answer<Book>> => {
  const answers = await Promise.all(
    members.map(async (market) => ({
      market,
      answer: await ask(
        api.GET('/v1/orderbooks/{svc_id}', { params: { path: { svc_id: market.svc_id }, query: { levels: 10 } } }),
      ),
    })),
  )
  const failed = answers.flatMap(({ market, answer }) => (answer.ok ? [] : [{ market, problem: answer.problem }]))
  const [first] = failed
  if (first !== undefined && failed.length === members.length) return { ok: false, problem: first.problem }
  const side = (name: 'bids' | 'asks') =>
    answers.flatMap(({ market, answer }) =>
      answer.ok ? answer.data.orderbook[name].map((level) => ({ ...level, market })) : [],
    )
  return {
    ok: true,
    data: {
      bids: side('bids')
        .sort((a, b) => b.price - a.price)
        .slice(0, SHOWN),
      asks: side('asks')
        .sort((a, b) => a.price - b.price)
        .slice(0, SHOWN),
      silent: failed.map(
        ({ market, problem }) => `${EXCHANGES[market.exchange_name]}, ${market.name}: ${problem.detail}`,
      ),
    },
  }
}
