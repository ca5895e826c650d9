/** Every page of the console, light and dark, wide and narrow: nothing serious for people who see or move differently, nothing cut off. */

import { mkdirSync } from 'node:fs'
import axe from 'axe-core'
import { beforeAll, expect, it } from 'vitest'
import { sceneOf } from '../../support/browser/console-scene.ts'
import { PATIENCE_MS, type Visit, visitConsole } from '../../support/browser/console-visit.ts'
import { FIND_BROKEN } from '../../support/browser/find-broken.ts'
import type { Stage } from '../../support/browser/stage.ts'
import { tabWalk } from '../../support/browser/tab-walk.ts'

/** Folder for screenshots of all pages; without it no screenshot is taken. */
const VIEWS = process.env['PICTURES'] ?? ''

interface Look {
  readonly width: number
  readonly scheme: 'light' | 'dark'
  /** Rules that axe checks: all of them once, and the contrast in the other scheme. */
  readonly rules?: 'all' | 'contrast'
}

/** One tab shows each page in all of them, so that no page is loaded twice. */
const LOOKS: readonly Look[] = [
  { width: 1440, scheme: 'light', rules: 'all' },
  { width: 390, scheme: 'dark', rules: 'contrast' },
  // A tablet on end.
  { width: 768, scheme: 'light' },
  // The narrowest page that has to work: also a wide one at four times its size.
  { width: 320, scheme: 'dark' },
  ...(VIEWS === ''
    ? []
    : [
        { width: 390, scheme: 'light' as const },
        { width: 1440, scheme: 'dark' as const },
      ]),
]

interface Finding {
  readonly id: string
  readonly impact: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary: string }>
}

export const everyPage = (stage: Stage): void => {
  let paths: readonly string[]
  beforeAll(async () => {
    const { client, market, order } = await sceneOf(stage.service, 'senate georgia')
    const { subaccountId: subaccount_id } = stage.service
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
    const cancelled = await order({ price: 0.02 })
    await client.DELETE('/v1/orders/{order_id}', { params: { path: { order_id: cancelled } } })
    await client.POST('/v1/complex-orders', {
      body: { subaccount_id, svc_id, twap_order_params: { buy_flag: true, total_qty: 20, duration_s: 600, slices: 4 } },
    })
    const asset = await client.POST('/v1/custom-assets', {
      body: { subaccount_id, name: 'Georgia', svc_ids: [svc_id] },
    })
    const hook = await client.POST('/v1/webhooks', {
      body: {
        url: 'https://127.0.0.1:9/hook/of/the/desk?that=is&a=little&longer',
        events: ['order.updated', 'order.filled', 'complex_order.updated', 'market.decided'],
        description: 'The desk that looks after the orders of the night',
      },
    })
    // The address has no listener, so the delivery fails.
    await client.POST('/v1/webhooks/{webhook_id}/test', {
      params: { path: { webhook_id: hook.data?.webhook_id ?? '' } },
    })
    paths = [
      '',
      'markets',
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
      'nowhere',
    ]
  }, 180_000)

  const lookAt = async ({ page }: Visit, path: string): Promise<void> => {
    // Shown, and not still on its way.
    await expect.poll(() => page.getByText('Loading…').count(), { timeout: PATIENCE_MS }).toBe(0)
    for (const { width, scheme, rules } of LOOKS) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 900 })
      // Colours fade into the other scheme.
      await page.evaluate(
        'Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))',
      )
      const serious: readonly Finding[] = rules === undefined ? [] : await page.evaluate(findSerious(rules))
      expect(
        serious.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)]),
        `${path}, ${width} ${scheme}`,
      ).toEqual([])
      expect(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
        `${path} is wider than ${width}`,
      ).toBeLessThanOrEqual(0)
      const broken = await page.evaluate(FIND_BROKEN)
      expect(broken, `${path}, ${width} wide`).toEqual([])
      if (VIEWS !== '') {
        const name = `${nameOf(path)}-${width}-${scheme}.png`
        await page.screenshot({ path: `${VIEWS}/${name}`, fullPage: true })
      }
    }
  }

  it('is whole and accessible, wide and narrow, light and dark', { timeout: 480_000 }, async () => {
    if (VIEWS !== '') mkdirSync(VIEWS, { recursive: true })
    const prepare = async (context: { addInitScript(script: string): Promise<unknown> }) => {
      await context.addInitScript(axe.source)
    }
    const outside = await visitConsole(stage.browser, stage.service, { prepare, apiKey: '' })
    await lookAt(outside, 'sign-in')
    await outside.end()
    const visit = await visitConsole(stage.browser, stage.service, { prepare })
    for (const path of paths) {
      await visit.go(path)
      await lookAt(visit, path)
    }
    const { page } = visit
    await page.keyboard.press('Control+k')
    await page.getByRole('listbox').waitFor()
    await lookAt(visit, 'the-palette')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await lookAt(visit, 'the-keys')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 900 })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog', { name: 'All pages' }).waitFor()
    await lookAt(visit, 'all-pages')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'HALT' }).click()
    await lookAt(visit, 'the-question-of-halt')
    expect(visit.complaints).toEqual([])
    await visit.end()
    if (VIEWS !== '') console.log(`Pictures of all pages are in ${VIEWS}`)
  })

  it('is walked by the Tab key from its beginning to its end, and the focus is always seen', async () => {
    const visit = await visitConsole(stage.browser, stage.service)
    const found: Record<string, readonly string[]> = {}
    // A short list has the same controls as a long one.
    for (const path of paths.map((one) => (one === 'markets' ? 'markets?q=georgia' : one))) {
      await visit.go(path)
      await expect.poll(() => visit.page.getByText('Loading…').count(), { timeout: PATIENCE_MS }).toBe(0)
      // The frame around all pages is the same.
      const faults = await tabWalk(visit.page, path === '' ? 'body' : 'main')
      if (faults.length > 0) found[path] = faults
    }
    expect(found).toEqual({})
    await visit.end()
  })
}

/** `orders` is the list, `orders-one` one of them. */
const nameOf = (path: string): string => {
  const [page = '', one] = path.split('/')
  return `${page === '' ? 'overview' : page}${one === undefined ? '' : '-one'}`
}

const findSerious = (rules: 'all' | 'contrast'): string => `axe.run(document, {
  resultTypes: ['violations'],${rules === 'contrast' ? " runOnly: ['color-contrast']," : ''}
}).then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical'))`
