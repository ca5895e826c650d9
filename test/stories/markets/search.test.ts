/** A customer searches the catalogue while it moves. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { SEARCH_LOG } from '#adapters/search/log-messages.ts'
import { startWorld, type World } from '#test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const find = async (query: string) => (await world.get(`/v1/markets/search?${query}`)).body
const market = async () => (await world.get(`/v1/markets/${world.svcId()}`)).body

it('a market is found by its ticker and its svc_id, by words of its name, and by category and window', async () => {
  const expected = await market()
  for (const q of [expected.ticker, expected.ticker.toLowerCase(), String(expected.svc_id)]) {
    const { query, results } = await find(`q=${encodeURIComponent(q)}`)
    expect(query).toBe(q)
    expect(results[0]).toEqual({ ...expected, rank: 1 })
  }
  const named = await find(`q=${encodeURIComponent(expected.name)}&limit=1000`)
  expect(named.results).toContainEqual(expect.objectContaining({ svc_id: expected.svc_id }))
  const end = new Date(Date.parse(expected.expiration_datetime) + 1).toISOString()
  const window = `expiration_date_start=${expected.expiration_datetime}&expiration_date_end=${end}`
  const browsed = await find(`category=${encodeURIComponent(expected.category)}&${window}&limit=1000`)
  expect(browsed.results).toContainEqual(expect.objectContaining({ svc_id: expected.svc_id }))
  for (const one of browsed.results) {
    expect(one.category).toBe(expected.category)
    expect(one.expiration_datetime).toBe(expected.expiration_datetime)
  }
})

it('without a query all active markets are listed, page by page, ranked from 1 on', async () => {
  const { query, total } = await find('limit=1')
  expect(query).toBe('')
  const ids = new Set<number>()
  for (let offset = 0; offset < total; offset += 100) {
    const { results } = await find(`limit=100&offset=${offset}`)
    for (const [place, { rank, status, svc_id }] of results.entries()) {
      expect([rank, status]).toEqual([offset + place + 1, 'active'])
      ids.add(svc_id)
    }
  }
  expect(ids.size).toBe(total)
})

it('the markets of a watchlist are read at once, in the requested order, whatever their status', async () => {
  const { results } = await find('limit=3&exchange_name=EXCHANGE_A')
  const ids = results.map(({ svc_id }: { svc_id: number }) => svc_id)
  const { results: listed, total } = await find(`svc_ids=${[...ids, 17].join()}&sort=ends_soon`)
  expect(total).toBe(3)
  expect(new Set(listed.map(({ svc_id }: { svc_id: number }) => svc_id))).toEqual(new Set(ids))
  const ends = listed.map((one: { expiration_datetime: string }) => one.expiration_datetime)
  expect(ends).toEqual([...ends].sort())
})

it('any search text is valid, and an unknown filter value is an error', async () => {
  for (const q of ['"', "'; DROP TABLE market; --", 'AND', 'name:x*', '%00', '%F0%9F%8C%A7', 'NEAR(a b)'])
    expect((await world.get(`/v1/markets/search?q=${q.startsWith('%') ? q : encodeURIComponent(q)}`)).status, q).toBe(
      200,
    )
  for (const query of [
    'category=sports',
    'status=open',
    'exchange_name=KALSHI',
    'limit=0',
    'q=',
    'sort=x',
    'svc_ids=x',
  ])
    expect((await world.get(`/v1/markets/search?${query}`)).status, query).toBe(422)
})

it('a market that closes on the exchange is closed in the search after the next sync, within a minute', async () => {
  const { ticker } = await market()
  expect((await find(`q=${ticker}`)).results[0].status).toBe('active')
  await world.simulated.status('closed')
  // The exchange's lists may be 15 s old.
  world.time.now += 15_000
  await world.syncMarkets()
  world.time.now += 45_000
  const [first] = (await find(`q=${ticker}`)).results
  expect([first.ticker, first.status]).toEqual([ticker, 'closed'])
  const others = (await find(`q=${ticker}&status=active`)).results
  expect(others[0].ticker).toBe(ticker)
  expect((await find('limit=1000')).results.map((one: { ticker: string }) => one.ticker)).not.toContain(ticker)
})

it('a search before the first sync says when markets will be available, without an alarm', async () => {
  const world = await startWorld({ unsynced: true })
  for (const path of ['/v1/markets/search?q=x', '/v1/events']) {
    const answer = await world.get(path)
    expect(answer).toMatchObject({ status: 503, body: { code: 'catalogue_unavailable' } })
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.body.detail).toBe(
      'The market catalogue cannot be searched yet: the first sync of a new service stores it within five minutes. Try again in a moment.',
    )
  }
  expect(world.log.join('\n')).toContain(SEARCH_LOG.snapshotMissing)
  expect(world.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  await world.syncMarkets()
  world.time.now += 60_000
  expect((await world.get('/v1/markets/search')).body.total).toBeGreaterThan(0)
  await world.stop()
})
