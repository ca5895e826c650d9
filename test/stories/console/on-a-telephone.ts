/** The console on a telephone: pages at the bottom, and sheets. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { sceneOf } from '../../support/browser/console-scene.ts'
import { type Visit, visitConsole } from '../../support/browser/console-visit.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const onATelephone = (stage: Stage): void => {
  let visit: Visit
  beforeAll(async () => {
    visit = await visitConsole(stage.browser, stage.service, { width: 390 })
  }, 180_000)
  afterAll(() => visit.end())
  const pages = () => visit.page.getByRole('navigation', { name: 'Pages' })
  const heading = (name: string) => visit.page.getByRole('heading', { name, level: 1 })

  it('has the pages that a trader opens most at the bottom of the screen, and all others in a sheet', async () => {
    const { page } = visit
    for (const name of ['Markets', 'Orders', 'Positions', 'Overview']) {
      await pages().getByRole('link', { name }).click()
      await heading(name).waitFor()
      expect(await pages().locator('[aria-current=page]').textContent()).toBe(name)
      const { bottom, height } = await pages().evaluate((nav) => nav.getBoundingClientRect().toJSON())
      expect(Math.round(bottom)).toBe(900)
      expect(height).toBeLessThan(60)
    }
    await pages().getByRole('button', { name: 'More' }).click()
    const all = page.getByRole('dialog', { name: 'All pages' })
    await all.getByRole('link', { name: 'API keys' }).click()
    await heading('API keys').waitFor()
    await expect.poll(() => all.count()).toBe(0)
  })

  it('offers to buy and sell a custom asset at the bottom, and opens its ticket as a sheet', async () => {
    const { page } = visit
    const { client, market } = await sceneOf(stage.service, 'senate ohio')
    const { subaccountId: subaccount_id } = stage.service
    const asset = await client.POST('/v1/custom-assets', {
      body: { subaccount_id, name: 'Ohio', svc_ids: [market.svc_id] },
    })
    await visit.go(`custom-assets/${asset.data?.custom_asset_id}`)
    await page.getByRole('button', { name: 'Buy 45¢' }).waitFor()
    expect(await page.getByRole('button', { name: 'Market', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Sell 40¢' }).click()
    const sheet = page.getByRole('dialog', { name: 'Ohio' })
    await sheet.getByRole('button', { name: 'Sell', exact: true, pressed: true }).waitFor()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await sheet.waitFor({ state: 'detached' })
  })

  it('closes a sheet by its button, Esc, or a tap beside it, and gives the focus back', async () => {
    const { page } = visit
    const more = pages().getByRole('button', { name: 'More' })
    const all = page.getByRole('dialog', { name: 'All pages' })
    for (const close of [
      () => all.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(195, 20),
    ]) {
      await more.click()
      await all.waitFor()
      await close()
      await expect.poll(() => all.count()).toBe(0)
      expect(await more.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true)
    }
    expect(visit.complaints).toEqual([])
  })
}
