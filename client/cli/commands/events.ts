/** Commands that look at events. */

import { type Command, must, type Session, show } from '../command.ts'
import { priceOrNone } from '../draw/numbers.ts'
import { drawTable } from '../draw/table.ts'
import { EXCHANGE, exchangeOf, wholeNumber } from '../typed/options.ts'

export const events: Command = {
  group: 'Markets',
  words: '[words...]',
  does: 'finds events; with an event_id, shows the markets of that event',
  options: { '--exchange <name>': EXCHANGE, '--limit <count>': 'events at most (default: 20)' },
  run: async (session, words, options) => {
    const [eventId = ''] = words
    if (words.length === 1 && eventId.startsWith('EXCHANGE_')) return showEvent(session, eventId)
    const exchange = exchangeOf(options)
    const query = {
      ...(words.length === 0 ? {} : { q: words.join(' ') }),
      ...(exchange === null ? {} : { exchange_name: exchange }),
      limit: wholeNumber(options, 'limit', 20),
    }
    const found = must(await session.client.GET('/v1/events', { params: { query }, signal: session.signal }))
    show(session, found, () => {
      if (found.events.length === 0)
        return words.length === 0 ? 'There are no events.' : `No event matches "${words.join(' ')}".`
      const rows = found.events.map(({ event_id, market_count, volume_24h, title }) => [
        event_id,
        market_count,
        Math.round(volume_24h),
        title,
      ])
      const corrected = found.corrected_query === null ? '' : ` for "${found.corrected_query}"`
      const table = drawTable(
        ['event_id', 'markets', { name: 'volume 24h', drop: 1 }, { name: 'title', kind: 'text' }],
        rows,
        session,
      )
      return `${table}\n${found.events.length} of ${found.total}${corrected}`
    })
  },
}

const showEvent = async (session: Session, eventId: string): Promise<void> => {
  const params = { path: { event_id: eventId } }
  const found = must(await session.client.GET('/v1/events/{event_id}', { params, signal: session.signal }))
  show(session, found, () => {
    const rows = found.markets.map(({ svc_id, status, last_price, volume_24h, subtitle, name }) => [
      String(svc_id),
      status,
      priceOrNone(last_price),
      Math.round(volume_24h),
      subtitle ?? name,
    ])
    return `${found.title}\n\n${drawTable(['svc_id', 'status', 'last', { name: 'volume 24h', drop: 1 }, { name: 'market', kind: 'text' }], rows, session)}`
  })
}
