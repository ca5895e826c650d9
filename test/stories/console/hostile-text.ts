/** Names, titles and reasons that are markup: the console shows them as the text they are. */

import type { BrowserContext, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { sceneOf } from '../../support/browser/console-scene.ts'
import { visitConsole } from '../../support/browser/console-visit.ts'
import type { Stage } from '../../support/browser/stage.ts'

const ATTACK = `<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>"'><svg/onload=window.attacked=1>`

/** Fields whose text is of users or of exchanges. */
const FREE_TEXT = new Set(
  `name title market_title event_title subtitle description reject_reason cancel_reason last_error reason detail message url error
  response_body client_order_id exchange_ticker ticker exchange_order_id exchange_trade_id fingerprint last_used_from event_id category
  corrected_query transaction series_ticker image_url slug`.split(/\s+/),
)

/** The same answer with the attack in every field of free text, also where there was none. */
const poisoned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(poisoned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      FREE_TEXT.has(key) && (inner === null || typeof inner === 'string') ? ATTACK : poisoned(inner),
    ]),
  )
}

const poison = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  if (response.headers()['content-type']?.includes('json') !== true) return route.fulfill({ response })
  await route.fulfill({ response, json: poisoned(await response.json()) })
}

export const hostileText = (stage: Stage): void => {
  it('is text on every page, whatever it says', async () => {
    const { browser, service } = stage
    const scene = await sceneOf(service, 'senate ohio')
    const id = await scene.order({ price: 0.2, client_order_id: 'x' })
    await scene.client.POST('/v1/custom-assets', {
      body: { subaccount_id: service.subaccountId, name: 'Both', svc_ids: [scene.market.svc_id] },
    })
    const prepare = async (context: BrowserContext) => {
      await context.route(/\/v1\/(?!console|health)/, poison)
      await context.routeWebSocket(/\/v1\/stream$/, (socket) => {
        socket.connectToServer().onMessage((message) => {
          socket.send(JSON.stringify(poisoned(JSON.parse(String(message)))))
        })
      })
    }
    const visit = await visitConsole(browser, service, {
      prepare,
      // No event has the poisoned id.
      expected: /status of 404 .*\/v1\/events\//,
    })
    for (const path of [
      '',
      `markets/${scene.market.svc_id}`,
      `orders/${id}`,
      'orders',
      'conditionals',
      'positions',
      'balances',
      'custom-assets',
      'subaccounts',
      'keys',
      'webhooks',
    ]) {
      await visit.go(path)
      await visit.page.locator('main').getByText('onerror').or(visit.page.locator('.empty')).first().waitFor()
    }
    await visit.go(`orders/${id}`)
    await visit.page.locator('main').getByText(`Rejected: ${ATTACK}`).waitFor()
    await scene.order({ price: 0.45, qty: 1 })
    await visit.page.locator('.toast').getByText(ATTACK).first().waitFor()
    await visit.page.getByRole('button', { name: /^Notifications/ }).click()
    await visit.page.getByRole('dialog').getByText(ATTACK).first().waitFor()
    expect(await visit.page.evaluate('window.attacked')).toBeUndefined()
    expect(await visit.page.locator('main img, main script').count()).toBe(0)
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
}
