/** The first page and the header show the money of a subaccount as the service does, and follow the book. */

import { beforeAll, expect, it } from 'vitest'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import { visitConsole } from '../../support/browser/console-visit.ts'
import { moneyOf } from '../../support/browser/money-of.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const overview = (stage: Stage): void => {
  let scene: Scene
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'approval rating above')
  }, 180_000)

  const book = (bid: number, ask: number) =>
    scene.control('EXCHANGE_A', 'book', {
      market: scene.market.ticker,
      bids: [[bid, 100]],
      asks: [[ask, 100]],
    })

  it('shows equity, cash and positions that agree with the service, and a gain that follows the book', async () => {
    await scene.until(await scene.order({ price: 0.45, qty: 10 }), 'EXECUTED')
    await scene.until(await scene.order({ price: 0.11, qty: 3 }), 'RESTING')
    const { subaccountId } = stage.service
    const visit = await stage.tab()
    const { page } = visit
    await visit.go('')
    const panel = (name: string) => page.getByRole('region', { name, exact: true })
    const row = panel('Positions').getByRole('row').filter({ hasText: scene.market.name })
    await row.getByRole('cell', { name: '10 Yes', exact: true }).waitFor()
    await panel('Open orders').getByRole('row').filter({ hasText: scene.market.name }).getByText('11¢').waitFor()
    await panel('Latest').getByText('Bought 10').first().waitFor()
    await panel('Ends next').getByRole('link', { name: scene.market.name }).waitFor()
    await book(0.6, 0.64)
    await row.getByRole('cell', { name: '62¢', exact: true }).waitFor()
    await row.getByRole('cell', { name: '$6.20', exact: true }).waitFor()
    await row.getByRole('cell', { name: '+$1.70', exact: true }).waitFor()
    const strip = page.getByRole('banner').locator('.money')
    // The service follows the book some seconds later.
    const agrees = async () => {
      const { equity } = await moneyOf(scene.client, subaccountId)
      return (await strip.innerText()).includes(equity) && (await panel('Money').innerText()).includes(equity)
    }
    await expect.poll(agrees).toBe(true)
    // Every list says the same.
    await visit.go('positions')
    const listed = page.getByRole('row').filter({ hasText: scene.market.name })
    await listed.getByRole('cell', { name: '+$1.70', exact: true }).waitFor()
    await visit.go(`markets/${scene.market.svc_id}`)
    await page.locator('main').getByText('+$1.70', { exact: true }).first().waitFor()
    await book(0.4, 0.45)
    await page.locator('main').getByText('−$0.25', { exact: true }).first().waitFor()
    expect(visit.complaints).toEqual([])
  })

  it('shows first steps in place of empty lists, and the money of the chosen subaccount and of all', async () => {
    const { data } = await scene.client.POST('/v1/subaccounts', { body: { name: 'Fresh' } })
    const subaccount_id = data?.subaccount_id ?? ''
    const visit = await visitConsole(stage.browser, stage.service)
    const { page } = visit
    const figure = (label: string) => page.getByRole('banner').locator('.money > span').filter({ hasText: label })
    await expect.poll(() => figure('Equity').innerText()).toMatch(/\$/)
    const equity = (await figure('Equity').innerText()).replace(/\s*Equity\s*/, '')
    await page.getByLabel('Subaccount', { exact: true }).selectOption({ label: 'Fresh' })
    await expect.poll(() => figure('Equity').innerText()).toMatch(/–$/)
    await expect.poll(() => figure('All together').innerText()).toContain(equity)
    await page.getByText('Make a subaccount ✓ done').waitFor()
    expect(await page.getByText('Open a market to').count()).toBe(0)
    await page.getByRole('button', { name: 'All together' }).click()
    await page.getByRole('region', { name: 'Positions', exact: true }).getByText(scene.market.name).first().waitFor()
    await page.reload()
    await page.getByRole('region', { name: 'Positions', exact: true }).getByText(scene.market.name).first().waitFor()
    await page.getByRole('button', { name: 'Fresh' }).click()
    // The page requests credentials, and finds none.
    visit.expect(/status of 404/)
    await page.getByRole('link', { name: 'Connect an exchange' }).click()
    await page.getByRole('heading', { name: 'Subaccounts', level: 1 }).waitFor()
    expect(visit.complaints).toEqual([])
    await visit.end()
    await scene.client.DELETE('/v1/subaccounts/{subaccount_id}', { params: { path: { subaccount_id } } })
  })
}
