/** A customer looks at events and their markets, and mistypes, on either simulated exchange. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { startWorld, type World } from '#test/support/world.ts'

describe.each(EXCHANGE_NAMES)('events on %s', (exchange) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ exchange })
  })
  afterAll(() => world.stop())

  const market = async () => (await world.get(`/v1/markets/${world.svcId()}`)).body
  const events = async (query: string) => (await world.get(`/v1/events?${query}`)).body

  it('events are named by their markets, which show the data of the exchange', async () => {
    const one = await market()
    expect(one).toMatchObject({
      event_id: expect.stringMatching(`^${exchange}:.`),
      event_title: expect.stringMatching(/\w/),
      start_datetime: expect.stringMatching(/Z$/),
      volume: expect.any(Number),
      volume_24h: expect.any(Number),
      as_of: expect.stringMatching(/Z$/),
    })
    expect(one.volume).toBeGreaterThanOrEqual(one.volume_24h)
    expect(one.tick_structure[0]).toEqual({
      from: expect.any(Number),
      to: expect.any(Number),
      tick: expect.any(Number),
    })
    if (exchange === 'EXCHANGE_A') {
      expect(one).toMatchObject({ open_interest: expect.any(Number), image_url: null })
      expect(one.ticker.startsWith(one.series_ticker)).toBe(true)
    } else expect(one).toMatchObject({ open_interest: null, image_url: expect.stringMatching(/^https:/) })
  })

  it('are shown with all their markets, by an id with its colon encoded or not', async () => {
    const { event_id, event_title, svc_id } = await market()
    for (const name of [event_id, encodeURIComponent(event_id)]) {
      const { status, body } = await world.get(`/v1/events/${name}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        event_id,
        title: event_title,
        exchange_name: exchange,
        market_count: body.markets.length,
      })
      expect(body.markets.map((one: { svc_id: number }) => one.svc_id)).toContain(svc_id)
      for (const one of body.markets) expect(one).toMatchObject({ event_id, rank: null })
      const volume = body.markets.reduce((sum: number, one: { volume_24h: number }) => sum + one.volume_24h, 0)
      expect(body.volume_24h).toBeCloseTo(volume, 6)
    }
  })

  it('are listed with their most traded active markets, which are the first of the event', async () => {
    const { events: listed } = await events('limit=5')
    expect(listed.length).toBeGreaterThan(0)
    for (const { event_id, top_markets } of listed) {
      const { markets } = (await world.get(`/v1/events/${encodeURIComponent(event_id)}`)).body
      const active = markets.filter(({ status }: { status: string }) => status === 'active').slice(0, 3)
      const inShort = active.map(
        (one: { svc_id: number; name: string; subtitle: string; last_price: number; as_of: string }) => ({
          svc_id: one.svc_id,
          name: one.name,
          subtitle: one.subtitle,
          last_price: one.last_price,
          as_of: one.as_of,
        }),
      )
      expect(top_markets).toEqual(inShort)
      expect(top_markets.length).toBeGreaterThan(0)
    }
  })

  it('unknown events are not found, whatever their id', async () => {
    for (const id of [`${exchange}:NOPE`, 'NOPE', `${exchange}:`, 'EXCHANGE_C:1', '%F0%9F%8C%A7', "x';--"])
      expect(await world.get(`/v1/events/${id}`), id).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('are found by words of their markets, also with a typo, and page by page', async () => {
    const { event_id, event_title } = await market()
    const found = await events(`q=${encodeURIComponent(event_title)}&limit=1000`)
    expect(found.events.map((one: { event_id: string }) => one.event_id)).toContain(event_id)
    const word = event_title.match(/[A-Za-z]{6,}/)?.[0] ?? ''
    const typo = `${word[0]}${word[2]}${word[1]}${word.slice(3)}`
    const forgiven = await events(`q=${typo}`)
    expect(forgiven).toMatchObject({ query: typo, corrected_query: word.toLowerCase() })
    const { results, corrected_query } = (await world.get(`/v1/markets/search?q=${typo}`)).body
    expect(corrected_query).toBe(word.toLowerCase())
    expect(results.length).toBeGreaterThan(0)
    const ids: string[] = []
    const { total } = await events('limit=1')
    for (let offset = 0; offset < total; offset += 50) {
      const page = await events(`limit=50&offset=${offset}`)
      ids.push(...page.events.map((one: { event_id: string }) => one.event_id))
      expect(page.has_more).toBe(offset + 50 < total)
    }
    expect(new Set(ids).size).toBe(total)
  })

  it('events obey their filters, and unknown filter values are refused', async () => {
    const { category } = await market()
    for (const one of (await events(`category=${encodeURIComponent(category)}&limit=1000`)).events)
      expect(one).toMatchObject({ category, exchange_name: exchange })
    const none = exchange === 'EXCHANGE_A' ? 'EXCHANGE_B' : 'EXCHANGE_A'
    expect(await events(`exchange_name=${none}`)).toMatchObject({ events: [], total: 0 })
    for (const query of ['category=sports', 'status=open', 'exchange_name=KALSHI', 'limit=0', 'q=', 'svc_id=1'])
      expect((await world.get(`/v1/events?${query}`)).status, query).toBe(422)
  })
})
