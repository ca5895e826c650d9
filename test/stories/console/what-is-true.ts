/** The console shows what is true: an exchange that is away, what a key may not do, and the books of several exchanges as one. */

import { beforeAll, expect, it } from 'vitest'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import { visitConsole } from '../../support/browser/console-visit.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const whatIsTrue = (stage: Stage): void => {
  let scene: Scene
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'senate michigan')
  }, 180_000)

  it('is one book of all members of a custom asset, and an order that goes to the best of them', async () => {
    const { data } = await scene.client.GET('/v1/markets/search', {
      params: { query: { exchange_name: 'EXCHANGE_B', limit: 1, q: 'senate michigan' } },
    })
    const [other] = data?.results ?? []
    if (other === undefined) throw new Error('EXCHANGE_B has no such market')
    await scene.control('EXCHANGE_B', 'book', { market: other.condition_id, bids: [[0.39, 100]], asks: [[0.47, 100]] })
    const visit = await stage.tab()
    const { page } = visit
    await visit.go('custom-assets')
    await page.getByRole('button', { name: 'New custom asset' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Michigan, both')
    for (const market of [scene.market, other]) {
      await dialog.getByLabel('Markets').fill(market.name)
      await dialog
        .getByRole('listitem')
        .filter({ hasText: market.exchange_name === 'EXCHANGE_A' ? 'Kalshi' : 'Polymarket' })
        .getByRole('button', { name: `Add ${market.name}` })
        .first()
        .click()
    }
    await dialog.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('heading', { name: 'Michigan, both' }).waitFor()
    const book = page.getByRole('region', { name: 'Consolidated book', exact: true })
    await book.locator('.by-a').first().waitFor()
    await book.locator('.by-b').first().waitFor()
    expect(await book.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^47¢ Polymarket\s+100$/),
      expect.stringMatching(/^45¢ Kalshi\s+100$/),
      expect.stringMatching(/^40¢ Kalshi\s+100$/),
      expect.stringMatching(/^39¢ Polymarket\s+100$/),
    ])
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true })
    await ticket.getByRole('button', { name: 'Buy 10 at market' }).click()
    await ticket.getByRole('link', { name: 'Follow it' }).click()
    await page.getByText('Executed', { exact: true }).first().waitFor()
    await page.getByRole('heading', { name: 'Legs' }).waitFor()
    expect(visit.complaints).toEqual([])
  })

  it('is without controls that trade for a key that only reads', async () => {
    const { data } = await scene.client.POST('/v1/api-keys', { body: { name: 'reader', scope: 'read' } })
    const id = await scene.order({ price: 0.2 })
    await scene.until(id, 'RESTING')
    const visit = await visitConsole(stage.browser, stage.service, { apiKey: data?.api_key ?? '' })
    const { page } = visit
    await page.getByText('Read only').waitFor()
    for (const path of [
      `markets/${scene.market.svc_id}`,
      'orders',
      `orders/${id}`,
      'conditionals',
      'positions',
      'custom-assets',
    ]) {
      await visit.go(path)
      await page.locator('main .panel').first().waitFor()
      expect(
        await page
          .getByRole('button', { name: /^(halt|buy|sell|cancel|amend|close|flatten|redeem|new custom)\b/i })
          .count(),
        path,
      ).toBe(0)
    }
    await visit.go('keys')
    await page.getByRole('cell', { name: 'reader' }).waitFor()
    expect(await page.getByRole('button', { name: /make a key|revoke/i }).count()).toBe(0)
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('is that an exchange is away while it is away, and its book when it is back', async () => {
    const visit = await stage.tab()
    visit.expect(/status of 503/)
    const { page } = visit
    await visit.go(`markets/${scene.market.svc_id}`)
    const book = page.getByRole('region', { name: 'Order book', exact: true })
    await book.getByRole('button', { name: 'Bid 40¢, 100 contracts' }).waitFor()
    await scene.control('EXCHANGE_A', 'faults', { kind: 'status', status: 503, method: 'GET' })
    await book.getByText('Stale: as of').waitFor()
    await page.getByText('No live prices:').waitFor()
    await book.getByRole('button', { name: 'Bid 40¢, 100 contracts' }).waitFor()
    await scene.control('EXCHANGE_A', 'faults', undefined, 'DELETE')
    await page.getByText('No live prices:').waitFor({ state: 'detached' })
    expect(visit.complaints).toEqual([])
    visit.expect(undefined)
  })
}
