/** Every page of the console, light and dark, wide and narrow: nothing serious for people who see or move differently, nothing cut off. */

import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningService } from '#local/stack/start-service.ts'
import { hasChromium } from '../../support/browser/chromium-path.ts'
import { sceneOf } from '../../support/browser/console-scene.ts'
import { launchBrowser, PATIENCE_MS, type Visit, visitConsole } from '../../support/browser/console-visit.ts'
import { rounds } from '../../support/run/plays.ts'
import { startOwnService } from '../../support/service.ts'

const LOOKS = [
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
] as const

/** `npm test` looks at each width and each scheme once, `npm run test:long` at all pairs. */
const looks = rounds(1) > 1 ? LOOKS : LOOKS.slice(0, 2)

interface Finding {
  readonly id: string
  readonly impact: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary: string }>
}

describe.skipIf(!hasChromium('the console'))('every page', { timeout: 240_000 }, () => {
  let service: RunningService
  let browser: Browser
  let paths: readonly string[]
  beforeAll(async () => {
    ;[service, browser] = await Promise.all([startOwnService(), launchBrowser()])
    const { client, market, order } = await sceneOf(service, 'senate georgia')
    const { subaccountId: subaccount_id } = service
    const { svc_id } = market
    const exit = { qty: 10, buy_flag: false }
    const id = await order({
      price: 0.45,
      conditional_orders_params: [
        { conditional_order_type: 'TP', trigger_order: { ...exit, price: 0.6 } },
        { conditional_order_type: 'SL', trigger_order: { ...exit, stop_order_price: 0.3 } },
      ],
    })
    await order({ price: 0.41 })
    await client.POST('/v1/complex-orders', {
      body: { subaccount_id, svc_id, twap_order_params: { buy_flag: true, total_qty: 20, duration_s: 600, slices: 4 } },
    })
    const asset = await client.POST('/v1/custom-assets', {
      body: { subaccount_id, name: 'Georgia', svc_ids: [svc_id] },
    })
    const hook = await client.POST('/v1/webhooks', { body: { url: 'https://127.0.0.1:9/hook' } })
    paths = [
      '',
      `events/${encodeURIComponent(market.event_id ?? '')}`,
      `markets/${svc_id}`,
      'orders',
      `orders/${id}`,
      'conditionals',
      'positions',
      'fills',
      'balances',
      'custom-assets',
      `custom-assets/${asset.data?.custom_asset_id}`,
      'subaccounts',
      'limits',
      'keys',
      'webhooks',
      `webhooks/${hook.data?.webhook_id}`,
      'health',
    ]
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  const lookAt = async ({ page }: Visit, path: string): Promise<void> => {
    // Shown, and not still on its way.
    await expect.poll(() => page.getByText('Loading…').count(), { timeout: PATIENCE_MS }).toBe(0)
    const serious: readonly Finding[] =
      await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical'))`)
    expect(
      serious.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)]),
      path,
    ).toEqual([])
    expect(
      await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
      `${path} is wider than the screen`,
    ).toBeLessThanOrEqual(0)
  }

  it.each(looks)('is whole and accessible: $scheme, $width wide', async (look) => {
    const prepare = async (context: { addInitScript(script: string): Promise<unknown> }) => {
      await context.addInitScript(axe.source)
    }
    const outside = await visitConsole(browser, service, { ...look, prepare, apiKey: '' })
    await lookAt(outside, 'sign in')
    await outside.end()
    const visit = await visitConsole(browser, service, { ...look, prepare })
    for (const path of paths) {
      await visit.go(path)
      await lookAt(visit, path)
    }
    await visit.page.getByRole('button', { name: 'HALT' }).click()
    await lookAt(visit, 'the question of HALT')
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
})
