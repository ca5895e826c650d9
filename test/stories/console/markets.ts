/** Markets at a glance: dense rows with live figures, filters in the address, and pictures that cannot harm. */

import type { BrowserContext, Route } from 'playwright-core'
import { beforeAll, expect, it, vi } from 'vitest'
import { PICTURE_HOSTS } from '#client/console/parts/market-rows/picture-hosts.ts'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import { PATIENCE_MS, type Visit, visitConsole } from '../../support/browser/console-visit.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const markets = (stage: Stage): void => {
  let scene: Scene
  let visit: Visit
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'senate michigan')
    visit = await stage.tab()
  }, 180_000)
  const panel = (name: string) => visit.page.getByRole('region', { name, exact: true })

  it('shows sixteen markets at once, with bid, ask, change, a week of prices, volume and the time left', async () => {
    const { page } = visit
    await visit.go('markets')
    const rows = panel('Markets').locator('tbody tr')
    await rows.nth(15).waitFor()
    await expect
      .poll(() => page.evaluate(`document.querySelectorAll('.markets tbody tr')[15].getBoundingClientRect().bottom`))
      .toBeLessThanOrEqual(900)
    await visit.go('markets?q=senate+michigan&exchange=EXCHANGE_A')
    const row = panel('Markets').getByRole('row').filter({ hasText: scene.market.name }).first()
    await row.getByText('40¢', { exact: true }).waitFor()
    await row.getByText('45¢', { exact: true }).waitFor()
    await row.getByText(/^([+−]\d+(\.\d)?¢|0¢)$/).waitFor()
    await row.locator('polyline').waitFor()
    await row.getByText(/^\d+ d$/).waitFor()
    // The prices are live.
    await scene.control('EXCHANGE_A', 'book', { market: scene.market.ticker, bids: [[0.41, 100]], asks: [[0.44, 9]] })
    await row.getByText('41¢', { exact: true }).waitFor()
    await row.getByText('44¢', { exact: true }).waitFor()
  })

  it('moves between rows by the arrow keys, and opens one by Enter', async () => {
    const { page } = visit
    await visit.go('markets?category=Politics')
    // The list before it is gone.
    await page.getByRole('heading', { name: 'Markets', level: 1 }).waitFor()
    const links = panel('Markets').locator('.result')
    await links.nth(2).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    const second = await links.nth(1).getAttribute('href')
    expect(await page.evaluate(`document.activeElement.getAttribute('href')`)).toBe(second)
    await page.keyboard.press('Enter')
    await panel('Ticket').waitFor()
    expect(new URL(page.url()).hash).toBe(second)
  })

  it('keeps category, exchange and view in the address', async () => {
    const { page } = visit
    await visit.go('markets')
    await page.getByRole('button', { name: 'Weather', exact: true }).click()
    await page.getByRole('button', { name: 'Kalshi', exact: true }).click()
    await page.getByRole('button', { name: 'Events', exact: true }).click()
    await panel('Events').getByRole('row').nth(1).waitFor()
    await page.reload()
    await panel('Events').getByRole('row').filter({ hasText: 'Kalshi' }).first().waitFor()
    expect(await panel('Events').getByText('Polymarket').count()).toBe(0)
    const pressed = page.locator('main [aria-pressed=true]')
    expect(await pressed.allInnerTexts()).toEqual(['Events', 'Kalshi', 'Weather'])
  })

  it('ranks exact words before beginnings: gold is not Golden State', async () => {
    await visit.go('markets?q=gold')
    const names = panel('Markets').locator('.result')
    await names.first().waitFor()
    // The list of before stays until the new one is there.
    await expect
      .poll(async () => (await names.allInnerTexts()).findIndex((name) => /golden/i.test(name)))
      .toBeGreaterThan(0)
    expect(await names.first().innerText()).toMatch(/\bgold\b/i)
  })

  it('lists the next to end first, and the newest, over all markets', async () => {
    const { page } = visit
    await visit.go('markets')
    await page.getByLabel('Order').selectOption({ label: 'Ends soon' })
    const next = async () => {
      const { data } = await scene.client.GET('/v1/markets/search', {
        params: { query: { sort: 'ends_soon', limit: 1, expiration_date_start: new Date().toISOString() } },
      })
      return `#/markets/${data?.results[0]?.svc_id}`
    }
    const first = panel('Markets').locator('.result').first()
    // A market may end between the two reads.
    await vi.waitFor(
      async () => {
        await page.reload()
        expect(await first.getAttribute('href')).toBe(await next())
      },
      { timeout: PATIENCE_MS },
    )
    await page.getByLabel('Order').selectOption({ label: 'New' })
    await expect.poll(() => page.url()).toMatch(/sort=new/)
  })

  it('sorts the most traded markets by their move within a day, and says how many those are', async () => {
    const { page } = visit
    // The volumes change meanwhile: the list is compared with what it was given.
    const given = page.waitForResponse((response) => /markets\/search\?.*sort=volume/.test(response.url()))
    await visit.go('markets?exchange=EXCHANGE_A&sort=change')
    const { results }: { results: readonly { svc_id: number }[] } = await (await given).json()
    await page.getByText('The biggest moves within a day among the 25 most traded markets of this list.').waitFor()
    const traded = results.map(({ svc_id }) => `#/markets/${svc_id}`)
    const links = await panel('Markets')
      .locator('.result')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(links.toSorted()).toEqual(traded.toSorted())
    const moves = await panel('Markets').locator('td.change').allInnerTexts()
    const [first = '', last = ''] = [moves[0], moves.findLast((move) => move !== '–')]
    expect(cents(first)).toBeGreaterThanOrEqual(cents(last))
    expect(cents(first)).toBeGreaterThan(0)
  })

  it('keeps watchlists: a star makes the first, others are made, renamed and removed', async () => {
    const { page } = visit
    await visit.go('markets?q=senate+michigan&exchange=EXCHANGE_A')
    const star = page.getByRole('button', { name: `Watch ${scene.market.name}` }).first()
    await star.click()
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: '★ Watchlist' }).click()
    await panel('Watchlist').getByRole('link', { name: scene.market.name }).waitFor()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Michigan & co')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await panel('Michigan & co').getByRole('link', { name: scene.market.name }).waitFor()
    expect(page.url()).toMatch(/list=Michigan/)
    await page.getByRole('button', { name: 'New list' }).click()
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByText('A list needs a name.').waitFor()
    await page.getByRole('dialog').getByLabel('Name').fill('Empty')
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByText('The star of a market puts it here.').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove the list' }).click()
    await expect.poll(() => page.getByRole('button', { name: '★ Empty' }).count()).toBe(0)
    const { data } = await scene.client.GET('/v1/watchlists')
    expect(data?.watchlists).toEqual([{ name: 'Michigan & co', svc_ids: [scene.market.svc_id] }])
  })

  it('joins a star with what another program changed meanwhile, and says if that is not possible', async () => {
    const { page } = visit
    const change = async (watchlists: { name: string; svc_ids: number[] }[]) => {
      const { data } = await scene.client.GET('/v1/watchlists')
      await scene.client.PUT('/v1/watchlists', { body: { version: data?.version ?? 0, watchlists } })
    }
    await change([{ name: 'Mine', svc_ids: [] }])
    await visit.go('markets?q=senate+michigan&exchange=EXCHANGE_A')
    await page.reload()
    const star = page.getByRole('button', { name: `Watch ${scene.market.name}` }).first()
    await expect.poll(() => star.getAttribute('aria-disabled')).toBe('false')
    const { data } = await scene.client.GET('/v1/markets/search', { params: { query: { limit: 1 } } })
    const other = data?.results[0]?.svc_id ?? 0
    await change([{ name: 'Mine', svc_ids: [other] }])
    visit.expect(/status of 409/)
    await star.click()
    await expect
      .poll(async () => (await scene.client.GET('/v1/watchlists')).data?.watchlists)
      .toEqual([{ name: 'Mine', svc_ids: [other, scene.market.svc_id] }])
    await change([])
    await star.click()
    await page.getByText('The list Mine does not exist any more.').waitFor()
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('false')
    visit.expect(undefined)
  })

  it('lists events with their most traded outcomes, at live prices, and the last known ones without', async () => {
    const { page } = visit
    const svcId = scene.market.svc_id
    const outcome = panel('Events').locator(`.tops a[href="#/markets/${svcId}"]`)
    visit.expect(/status of 503 .*\/v1\/quotes/)
    await page.route(/\/v1\/quotes/, (route) => route.fulfill({ status: 503, json: { detail: 'Away.', code: 'away' } }))
    await visit.go('markets?view=events&q=senate+michigan&exchange=EXCHANGE_A')
    await outcome.getByTitle(/^Last price as of/).waitFor()
    await page.unroute(/\/v1\/quotes/)
    await page.reload()
    visit.expect(undefined)
    const books = [
      [0.41, 0.45, '43¢'],
      [0.61, 0.63, '62¢'],
    ] as const
    for (const [bid, ask, chance] of books) {
      await scene.control('EXCHANGE_A', 'book', { market: scene.market.ticker, bids: [[bid, 100]], asks: [[ask, 9]] })
      await outcome.getByText(chance, { exact: true }).waitFor()
    }
    expect(await outcome.getByTitle(/^Last price as of/).count()).toBe(0)
    await outcome.click()
    await panel('Ticket').waitFor()
  })

  it('shows an event as a ladder of its outcomes, with one chart and ways to the tickets', async () => {
    const { page } = visit
    const { market, client } = scene
    const event_id = market.event_id ?? ''
    const path = { event_id }
    const event = (await client.GET('/v1/events/{event_id}', { params: { path } })).data
    const markets = event?.markets ?? []
    await scene.control('EXCHANGE_A', 'book', { market: market.ticker, bids: [[0.4, 100]], asks: [[0.45, 100]] })
    await visit.go(`events/${encodeURIComponent(event_id)}`)
    const rows = panel('Outcomes').locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(markets.length)
    const [first] = markets.toSorted((one, other) => (other.last_price ?? 0) - (one.last_price ?? 0))
    expect(await rows.first().locator('.result').getAttribute('href')).toBe(`#/markets/${first?.svc_id}`)
    const row = rows.filter({ has: page.locator(`a[href="#/markets/${market.svc_id}"]`) })
    await row.getByText('Yes 45¢').waitFor()
    await row.getByText('No 60¢').waitFor()
    expect(await row.getByRole('link', { name: /^Yes/ }).getAttribute('href')).toMatch(/\?side=buy&outcome=yes$/)
    expect(await row.getByRole('link', { name: /^No/ }).getAttribute('href')).toMatch(/\?side=buy&outcome=no$/)
    // One line for each of the four likeliest.
    await expect.poll(() => panel('Chances').locator('polyline').count()).toBe(Math.min(4, markets.length))
    // The market leads to the other outcomes.
    await row.getByRole('link', { name: /^No/ }).click()
    const no = panel('Ticket').getByRole('button', { name: /^No/ })
    await expect.poll(() => no.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => panel('Same event').getByRole('listitem').count()).toBe(markets.length - 1)
    await panel('Same event').getByRole('link', { name: /^All/ }).click()
    await panel('Outcomes').waitFor()
    expect(page.url()).toContain('#/events/')
  })

  it('has a policy that names the same hosts of pictures as its own check', async () => {
    const { headers } = await fetch(`${stage.service.baseUrl}/v1/console`)
    const [, allowed = ''] = headers.get('content-security-policy')?.match(/img-src 'self' data: ([^;]*);/) ?? []
    expect(allowed.split(' ')).toEqual(PICTURE_HOSTS.map((host) => `https://${host}`))
  })

  it('loads pictures from the exchange only, without saying where from, and hides those that fail', async () => {
    const good = 'https://polymarket-upload.s3.us-east-2.amazonaws.com/good.png'
    const bad = 'https://polymarket-upload.s3.us-east-2.amazonaws.com/gone.png'
    const urls = [good, bad, 'https://evil.example/track.png', 'javascript:alert(1)']
    const referrers: (string | undefined)[] = []
    const prepare = async (context: BrowserContext) => {
      await context.route(/\/v1\/markets\/search/, async (route: Route) => {
        const response = await route.fetch()
        const json = await response.json()
        for (const [row, market] of json.results.entries()) market.image_url = urls[row] ?? null
        await route.fulfill({ response, json })
      })
      await context.route(good, (route) => {
        referrers.push(route.request().headers()['referer'])
        return route.fulfill({ contentType: 'image/png', body: PIXEL })
      })
      await context.route(bad, (route) => route.fulfill({ status: 404 }))
    }
    const other = await visitConsole(stage.browser, stage.service, {
      prepare,
      expected: /amazonaws\.com\/|status of 404/,
    })
    await other.go('markets')
    const pictures = other.page.locator('.picture img')
    await expect.poll(() => pictures.evaluateAll((all) => all.map((one) => one.getAttribute('src')))).toEqual([good])
    await expect.poll(() => other.page.evaluate(`document.querySelector('.picture img').naturalWidth`)).toBe(1)
    expect(referrers).toEqual([undefined])
    // No request to another host, and no broken rule of the policy.
    expect(other.complaints).toEqual([])
    await other.end()
  })
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** The size of a change as its row says it. */
const cents = (change: string): number => Number(change.replace(/[^\d.]/g, ''))
