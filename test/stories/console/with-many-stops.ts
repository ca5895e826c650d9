/** Hundreds of brackets: the page of stops stays quick, leaves requests to its user, and shows all of them. */

import { expect, it } from 'vitest'
import { sceneOf } from '../../support/browser/console-scene.ts'
import { visitConsole } from '../../support/browser/console-visit.ts'
import type { Stage } from '../../support/browser/stage.ts'

/** Each has two exits: more than the page shows at first. */
const BRACKETS = 160
const IN_A_BATCH = 20

export const withManyStops = (stage: Stage): void => {
  it('reads the parent orders of stops as they scroll into view, and shows more on request', async () => {
    const { client, market } = await sceneOf(stage.service, 'senate ohio')
    const exit = { qty: 10, buy_flag: false }
    const bracket = {
      subaccount_id: stage.service.subaccountId,
      svc_id: market.svc_id,
      buy_flag: true,
      qty: 10,
      price: 0.3,
      conditional_orders_params: [
        { conditional_order_type: 'TP' as const, trigger_order: { ...exit, price: 0.6 } },
        { conditional_order_type: 'SL' as const, trigger_order: { ...exit, stop_order_price: 0.2 } },
      ],
    }
    for (let made = 0; made < BRACKETS; made += IN_A_BATCH)
      await client.POST('/v1/orders/batch', { body: { orders: Array.from({ length: IN_A_BATCH }, () => bracket) } })

    const visit = await visitConsole(stage.browser, stage.service)
    const { page } = visit
    const requested: string[] = []
    page.on('request', (request) => {
      if (/\/v1\/orders\/[0-9a-f-]{36}$/.test(request.url())) requested.push(request.url())
    })
    await visit.go('conditionals')
    const parents = page.locator('.tree > li', { hasText: market.name })
    await parents.first().getByText('Buy 10 at 30¢').waitFor()
    const shown = await parents.count()
    expect(shown).toBeLessThan(BRACKETS)
    expect(new Set(requested).size).toBeLessThan(20)
    // Rows further down are read when they scroll into view.
    await parents.last().scrollIntoViewIfNeeded()
    await parents.last().getByText('Buy 10 at 30¢').waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => parents.count()).toBe(BRACKETS)
    expect(new Set(requested).size).toBeLessThan(60)
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
}
