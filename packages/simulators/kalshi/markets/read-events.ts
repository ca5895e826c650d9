/** Events, series and tags: open to everybody (Kalshi reference, section 5.5). */

import type { HttpReply } from '../../engine/http/json-server.ts'
import { ok, type SimulatorCall } from '../http/call.ts'
import { pageOf } from '../http/page-cursor.ts'
import { refusal } from '../http/refusal.ts'
import type { EventInfo } from '../world/catalogue.ts'
import { stateOf } from '../world/world.ts'
import { eventJson, liveMarkets, marketJson, marketStatus, seriesJson } from './market-json.ts'
import { statusFilter } from './read-markets.ts'

export const listEvents = (call: SimulatorCall): HttpReply => {
  const { world } = call
  const query = call.query('GetEvents')
  const limit = query.limit(200, 200, 1)
  const statuses = statusFilter(query, 'GetEvents')
  const series = query.text('series_ticker')
  const tickers = query.list('tickers')
  const closesFrom = query.whole('min_close_ts')
  const updatedFrom = query.whole('min_updated_ts')
  const rows = [...world.catalogue.events.values()].filter(
    (event) =>
      (series === undefined || event.series.ticker === series) &&
      (tickers === undefined || tickers.includes(event.ticker)) &&
      (updatedFrom === undefined || event.updatedAt >= updatedFrom * 1000) &&
      event.markets.some(
        (info) =>
          (statuses === undefined || statuses.includes(marketStatus(world, info))) &&
          (closesFrom === undefined || stateOf(world, info).closesAt >= closesFrom * 1000),
      ),
  )
  const page = pageOf(rows, ({ ticker }) => ticker, limit, query.text('cursor'))
  const nested = query.flag('with_nested_markets')
  return ok({
    events: page.items.map((event) => eventJson(world, event, nested)),
    ...(query.flag('with_milestones') ? { milestones: [] } : {}),
    cursor: page.cursor,
  })
}

export const getEvent = (call: SimulatorCall): HttpReply => {
  const event = eventOf(call)
  const nested = call.query('GetEvent').flag('with_nested_markets')
  const markets = nested ? {} : { markets: liveMarkets(call.world, event).map((info) => marketJson(call.world, info)) }
  return ok({ event: eventJson(call.world, event, nested), ...markets })
}

export const listSeries = (call: SimulatorCall): HttpReply => {
  const query = call.query('GetSeriesList')
  const category = query.text('category')
  const tags = query.list('tags')
  const updatedFrom = query.whole('min_updated_ts')
  const volume = query.flag('include_volume')
  const rows = [...call.world.catalogue.series.values()].filter(
    (series) =>
      (category === undefined || series.category === category) &&
      (tags === undefined || tags.some((tag) => series.tags.includes(tag))) &&
      (updatedFrom === undefined || series.updatedAt >= updatedFrom * 1000),
  )
  return ok({ series: rows.map((series) => seriesJson(call.world, series, volume)) })
}

export const getSeries = (call: SimulatorCall): HttpReply => {
  const series = call.world.catalogue.series.get(call.params['series_ticker'] ?? '')
  if (series === undefined) throw refusal(404, 'not_found')
  return ok({ series: seriesJson(call.world, series, call.query('GetSeries').flag('include_volume')) })
}

export const eventOf = ({ world, params }: SimulatorCall): EventInfo => {
  const event = world.catalogue.events.get(params['event_ticker'] ?? '')
  if (event === undefined) throw refusal(404, 'not_found')
  return event
}
