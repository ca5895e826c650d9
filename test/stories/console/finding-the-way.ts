/** The console leads on: a search stays, an id that is none and an empty list say so and lead to the next step. */

import type { Route } from 'playwright-core'
import { v7 } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { operatorKey } from '#local/operator-key.ts'
import { LOCAL_CREDENTIALS } from '#local/stack/aws/dynamodb.ts'
import { LOCAL_AWS } from '#local/stack/aws/local-aws.ts'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import { type Visit, visitConsole } from '../../support/browser/console-visit.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const findingTheWay = (stage: Stage): void => {
  let scene: Scene
  let visit: Visit
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'senate georgia')
    visit = await stage.tab()
  }, 180_000)
  const panel = (name: string) => visit.page.getByRole('region', { name, exact: true })
  const heading = (name: string) => visit.page.getByRole('heading', { name, level: 1 })

  it('keeps a search and its exchange when the page is loaded again, and when the user comes back', async () => {
    const { page } = visit
    await visit.go('positions')
    await page.getByLabel('Search markets and events').fill('senate georgia')
    await heading('Search: senate georgia').waitFor()
    await page.getByRole('button', { name: 'Kalshi', exact: true }).click()
    await page.reload()
    await heading('Search: senate georgia').waitFor()
    expect(await page.getByLabel('Search markets and events').inputValue()).toBe('senate georgia')
    await page.locator(`main a[href="#/markets/${scene.market.svc_id}"]`).first().click()
    await heading(scene.market.name).waitFor()
    await page.goBack()
    await heading('Search: senate georgia').waitFor()
    expect(await page.getByRole('button', { name: 'Kalshi', exact: true }).getAttribute('aria-pressed')).toBe('true')
    // The typed text is one step of the history.
    await page.goBack()
    await heading('Positions').waitFor()
  })

  it('leads an address of the former search page to the list of markets', async () => {
    await visit.page.goto(`${stage.service.baseUrl}/v1/console#/?q=senate+georgia&exchange=EXCHANGE_B`)
    await heading('Search: senate georgia').waitFor()
    expect(visit.page.url()).toMatch(/#\/markets\?q=senate\+georgia&exchange=EXCHANGE_B$/)
    expect(await visit.page.getByRole('link', { name: 'Markets', exact: true }).getAttribute('aria-current')).toBe(
      'page',
    )
  })

  it('leaves room for the words of a search, however wide the page is', async () => {
    const { page } = visit
    await page.getByRole('banner').getByText('Equity').waitFor()
    for (const width of [1440, 1241, 1240, 1121, 961, 768]) {
      await page.setViewportSize({ width, height: 900 })
      const box = await page.getByLabel('Search markets and events').boundingBox()
      expect(box?.width, `${width} wide`).toBeGreaterThanOrEqual(150)
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} wide`).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('leads to the results of all words if Enter is pressed while half are loaded', async () => {
    const { page } = visit
    await visit.go('positions')
    await page.keyboard.press('/')
    await page.keyboard.type('senate')
    await page.locator('main .result').first().waitFor()
    const late: Route[] = []
    const maine = /\/v1\/markets\/search\?q=senate(%20|\+)maine/
    await page.route(maine, (route) => void late.push(route))
    await page.keyboard.type(' maine')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Search: senate maine', level: 1 }).waitFor()
    await expect.poll(() => late.length).toBe(1)
    // He can still type on.
    expect(await page.evaluate('document.activeElement.type')).toBe('search')
    // The held request continues.
    await page.unroute(maine)
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('result')
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Maine')
  })

  it('stays on the button that shows more markets, and at the end says that there are no more', async () => {
    const { page } = visit
    await visit.go('markets')
    const more = panel('Markets').getByRole('button', { name: 'Show more' })
    const rows = panel('Markets').locator('tbody tr')
    await more.focus()
    const late: Route[] = []
    const fifty = /\/v1\/markets\/search\?limit=50/
    await page.route(fifty, (route) => void late.push(route))
    await page.keyboard.press('Enter')
    await panel('Markets').getByRole('button', { name: 'Loading…' }).waitFor()
    // The shown rows stay while more are read.
    expect(await rows.count()).toBe(25)
    await page.unroute(fifty)
    await expect.poll(() => rows.count()).toBe(50)
    expect(await more.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true)
    for (const all of [75, 100]) {
      await page.keyboard.press('Enter')
      await expect.poll(() => rows.count()).toBe(all)
    }
    await expect
      .poll(() => page.evaluate('document.activeElement.textContent'))
      .toBe('First 100. Search to find others.')
  })

  it('leads to the reference of the interface, which takes the key of this tab', async () => {
    const other = await visitConsole(stage.browser, stage.service, { expected: /@scalar|policy script-src eval/ })
    await other.go('health')
    await other.page.getByRole('link', { name: 'API reference' }).click()
    await other.page.getByText('The requests on this page are filled with your subaccount').waitFor()
    await other.page.goBack()
    await other.page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
    expect(other.complaints).toEqual([])
    await other.end()
  })

  it('explains an invalid id, and leads to valid ones', async () => {
    visit.expect(/status of (404|422)/)
    const { page } = visit
    const unknown = '00000000-0000-7000-8000-000000000000'
    for (const [path, what, list] of [
      ['orders/nope', 'order', 'Orders'],
      [`orders/${unknown}`, 'order', 'Orders'],
      ['custom-assets/nope', 'custom asset', 'Custom assets'],
      ['webhooks/nope', 'webhook', 'Webhooks'],
      ['events/nope', 'event', 'Markets'],
      ['markets/nope', 'market', 'Markets'],
      ['markets/1', 'market', 'Markets'],
    ] as const) {
      await visit.go(path)
      await page.getByText(`There is no ${what} with this id.`).waitFor()
      await page.locator('.empty a').click()
      await heading(list).waitFor()
    }
    await visit.go('nowhere')
    await page.getByText('There is no page at this address.').waitFor()
    visit.expect(undefined)
  })

  it('explains each empty list, and leads to the next step', async () => {
    const body = { name: 'Nothing yet' }
    const { data } = await scene.client.POST('/v1/subaccounts', { body })
    const empty = await visitConsole(stage.browser, stage.service, {
      prepare: async (context) => {
        await context.addInitScript(`sessionStorage.setItem('subaccount', '${data?.subaccount_id}')`)
      },
    })
    const { page } = empty
    const empties = {
      orders: 'No open orders.',
      conditionals: 'No stops or exits.',
      positions: 'No positions in this subaccount.',
      fills: 'No trades in this subaccount yet.',
    }
    for (const [path, words] of Object.entries(empties)) {
      await empty.go(path)
      await page.getByText(words).waitFor()
      await page.getByRole('link', { name: 'Search for a market' }).first().click()
      await page.getByRole('heading', { name: 'Markets', level: 1 }).waitFor()
    }
    await empty.go('custom-assets')
    await page.getByRole('button', { name: 'Make the first one' }).click()
    await page.getByRole('dialog').getByLabel('Name').waitFor()
    await page.keyboard.press('Escape')
    await empty.go('webhooks')
    await page.getByRole('button', { name: 'Register the first one' }).click()
    expect(await page.evaluate('document.activeElement.type')).toBe('url')
    await empty.go(`markets?${new URLSearchParams({ q: 'zzqqxxy' })}`)
    await page.getByText('No market has all these words.').waitFor()
    expect(empty.complaints).toEqual([])
    await empty.end()
    await scene.client.DELETE('/v1/subaccounts/{subaccount_id}', {
      params: { path: { subaccount_id: data?.subaccount_id ?? '' } },
    })
  })

  it('leads a new user from every account page to the first subaccount', async () => {
    const local = { region: LOCAL_AWS.AWS_REGION, credentials: LOCAL_CREDENTIALS }
    const keys = apiKeyStore(openTable({ ...stage.service.table, ...local }))
    // As `npm run admin -- create-user` makes it: the only user of a new deployment.
    const apiKey = await operatorKey(keys, { userId: v7(), name: 'first key', scope: 'admin' })
    const first = await visitConsole(stage.browser, stage.service, { apiKey })
    const { page } = first
    for (const path of ['orders', 'conditionals', 'positions', 'fills', 'custom-assets', 'limits']) {
      await first.go(path)
      await page.getByText('No subaccount yet.').waitFor()
      await page.getByRole('link', { name: 'Make a subaccount' }).click()
      await page.getByRole('heading', { name: 'Subaccounts', level: 1 }).waitFor()
    }
    await first.go(`markets/${scene.market.svc_id}`)
    await page.getByRole('link', { name: 'Make a subaccount' }).click()
    await page.getByLabel('Name').fill('first')
    // The subaccount has no credentials yet, and the page requests them.
    first.expect(/status of 404/)
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByText('The subaccount is made.').waitFor()
    await first.go('orders')
    await page.getByText('No open orders. Open a market to place one.').waitFor()
    // In the words of a page: how a program sends its key is no help here.
    first.expect(/status of 40[14]/)
    await revokeAsItself(stage.service.baseUrl, apiKey)
    await page.getByText('This key does not work any more. Sign in with another one.').waitFor()
    expect(first.complaints).toEqual([])
    await first.end()
  })

  it('names quotas in words', async () => {
    await visit.go('limits')
    const quotas = visit.page.getByRole('region', { name: 'Quotas', exact: true })
    await quotas.getByText('API keys', { exact: true }).waitFor()
    expect(await quotas.innerText()).not.toMatch(/_|Api/)
    expect(visit.complaints).toEqual([])
  })
}

const revokeAsItself = async (baseUrl: string, apiKey: string): Promise<void> => {
  const [, keyId = ''] = apiKey.split('_')
  const answer = await fetch(`${baseUrl}/v1/api-keys/${keyId}`, { method: 'DELETE', headers: { 'x-api-key': apiKey } })
  expect(answer.status).toBe(204)
}
