/** The console leads on: a search stays, an id that is none and an empty list say so and lead to the next step. */

import { beforeAll, expect, it } from 'vitest'
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
    // What was typed is one step.
    await page.goBack()
    await heading('Positions').waitFor()
  })

  it('says of an id that is none what it is, and leads to those that are', async () => {
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

  it('says in each empty list what would stand there, and leads to the next step', async () => {
    const body = { name: 'Nothing yet' }
    const { data } = await scene.client.POST('/v1/subaccounts', { body })
    const empty = await visitConsole(stage.browser, stage.service, {
      prepare: async (context) => {
        await context.addInitScript(`sessionStorage.setItem('subaccount', '${data?.subaccount_id}')`)
      },
    })
    const { page } = empty
    for (const path of ['orders', 'conditionals', 'positions', 'fills']) {
      await empty.go(path)
      await page.getByText('would stand here').first().waitFor()
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
    await empty.go(`?${new URLSearchParams({ q: 'zzqqxxy' })}`)
    await page.getByText('No market has all these words.').waitFor()
    expect(empty.complaints).toEqual([])
    await empty.end()
    await scene.client.DELETE('/v1/subaccounts/{subaccount_id}', {
      params: { path: { subaccount_id: data?.subaccount_id ?? '' } },
    })
  })

  it('names quotas in words', async () => {
    await visit.go('limits')
    const quotas = visit.page.getByRole('region', { name: 'Quotas', exact: true })
    await quotas.getByText('API keys', { exact: true }).waitFor()
    expect(await quotas.innerText()).not.toMatch(/_|Api/)
    expect(visit.complaints).toEqual([])
  })
}
