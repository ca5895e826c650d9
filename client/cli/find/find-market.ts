/** Finds a market by its svc_id, ticker, slug or condition id, or by words that match one market only. */

import type { Market, TradingClient } from '../../trading-client.ts'
import { CommandFailed, must } from '../command.ts'
import { PMT } from '../pmt.ts'

export const findMarket = async (client: TradingClient, text: string): Promise<Market> => {
  if (/^\d{1,16}$/.test(text)) {
    const answer = await client.GET('/v1/markets/{svc_id}', { params: { path: { svc_id: Number(text) } } })
    if (answer.response.status === 404)
      throw new CommandFailed(`There is no market ${text}. Find one with ${PMT} search.`)
    return must(answer)
  }
  const { results, total } = must(await client.GET('/v1/markets/search', { params: { query: { q: text, limit: 5 } } }))
  const [first] = results
  if (first === undefined) throw new CommandFailed(`No market matches "${text}".`)
  const named = results.find((market) => [market.ticker, market.slug, market.condition_id].includes(text))
  if (named !== undefined || total === 1) return named ?? first
  const some = results.map((one) => `  ${one.svc_id}  ${one.exchange_name.slice(-1)}  ${one.name}`).join('\n')
  const more = total > results.length ? `\n  and ${total - results.length} more: ${PMT} search ${text}` : ''
  throw new CommandFailed(`${total} markets match "${text}". Choose one by its svc_id:\n${some}${more}`)
}
