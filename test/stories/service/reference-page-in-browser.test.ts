/** The reference page in a real browser: it shows the interface, calls this service alone, and prefills working requests. */

import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '#functions/api/routes.ts'
import type { RunningService } from '#local/stack/start-service.ts'
import { hasChromium } from '../../support/browser/chromium-path.ts'
import { launchBrowser } from '../../support/browser/console-visit.ts'
import { startOwnService } from '../../support/service.ts'

const FILLED = 'The requests on this page are filled with your subaccount'

describe.skipIf(!hasChromium('the reference page'))('the reference page', () => {
  let service: RunningService
  let browser: Browser
  let page: Page
  const requested: string[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    ;[service, browser] = await Promise.all([startOwnService(), launchBrowser()])
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
    await page.addInitScript(axe.source)
    page.on('request', (request) => requested.push(request.url()))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${service.baseUrl}/v1/docs`)
    await page.getByRole('heading', { name: 'Prediction-market trading service' }).waitFor()
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  it('shows every chapter', async () => {
    const shown = await page.locator('body').innerText()
    for (const tag of new Set(ROUTES.map(({ handler }) => handler.spec.tag))) expect(shown).toContain(tag)
    expect(shown).toContain('Search and browse markets')
  })

  it('says that it is being loaded until it is', async () => {
    const slow = await browser.newPage()
    const loaded = Promise.withResolvers<void>()
    await slow.route(/reference\.js/, async (route) => {
      await loaded.promise
      await route.continue()
    })
    await slow.goto(`${service.baseUrl}/v1/docs`, { waitUntil: 'commit' })
    await slow.getByText('The reference appears here once it is loaded.').waitFor()
    loaded.resolve()
    await slow.getByRole('heading', { name: 'Prediction-market trading service' }).waitFor()
    expect(await slow.getByText('The reference appears here once it is loaded.').count()).toBe(0)
    await slow.close()
  })

  it.each(['light', 'dark'])('is readable and named for everybody, %s', async (scheme) => {
    await page.evaluate(`document.body.classList.remove('light-mode', 'dark-mode')`)
    await page.evaluate(`document.body.classList.add('${scheme}-mode')`)
    const serious = () =>
      page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ' ' + html + ' ' + failureSummary)))`)
    // The page names what the script has drawn a tenth of a second later, and the script draws for some seconds.
    await expect.poll(serious, { timeout: 20_000, interval: 300 }).toEqual([])
  })

  /** Opens what the page sends for an operation, as it is filled. */
  const open = async (method: string, path: string, chapter: string) => {
    if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
    await page.goto(`${service.baseUrl}/v1/docs#tag/${chapter}/${method}${path}`)
    const name = new RegExp(`Test Request.*${method} ${path.replace(/[{}]/g, '\\$&')}\\)`, 'is')
    await page.getByRole('button', { name }).first().click()
    await page.locator('[data-addressbar-action=send]:visible').waitFor()
  }

  const send = async () => {
    const answered = page.waitForResponse((response) => response.request().headers()['x-api-key'] !== undefined)
    await page.locator('[data-addressbar-action=send]:visible').click()
    const answer = await answered
    expect(answer.status(), answer.url()).toBeGreaterThanOrEqual(200)
    expect(answer.status(), answer.url()).toBeLessThan(300)
    return answer.json()
  }

  it('signs in by the link of npm start, and each prefilled request works as described', async () => {
    await page.goto('about:blank')
    await page.goto(service.referenceUrl)
    await page.getByText(FILLED).first().waitFor()
    expect(page.url()).not.toContain('sign-in')

    await open('GET', '/v1/markets/search', 'markets')
    const { results } = await send()
    expect(results.length).toBeGreaterThan(0)
    for (const path of ['/v1/quotes', '/v1/markets/{svc_id}', '/v1/orderbooks/{svc_id}', '/v1/events/{event_id}']) {
      await open('GET', path, 'markets')
      await send()
    }
    await open('GET', '/v1/prices/{svc_id}', 'markets')
    const prices = await send()
    expect(prices.candlesticks.length).toBeGreaterThan(0)
    await open('POST', '/v1/orders', 'orders')
    const { svc_order_id } = await send()
    await open('GET', '/v1/orders/{order_id}', 'orders')
    await page.getByRole('dialog').getByText(svc_order_id).waitFor()
    await expect.poll(async () => (await send()).status, { timeout: 20_000 }).toBe('RESTING')
    await open('DELETE', '/v1/orders/{order_id}', 'orders')
    await send()
    await open('GET', '/v1/orders/{order_id}', 'orders')
    await expect.poll(async () => (await send()).status, { timeout: 20_000 }).toBe('CANCELLED')
  })

  it('is filled as soon as a key is entered', async () => {
    const other = await browser.newPage()
    await other.goto(`${service.baseUrl}/v1/docs`)
    const field = other.locator('input[data-1p-ignore]').first()
    await field.fill(service.apiKey)
    await other.getByText(FILLED).first().waitFor()
    expect(await field.inputValue()).toBe(service.apiKey)
    await other.close()
  })

  it('loads from this service alone, and breaks no rule of its policy', () => {
    expect(requested.filter((url) => !url.startsWith(service.baseUrl) && !url.startsWith('data:'))).toEqual([])
    expect(complaints).toEqual([])
  })
})
