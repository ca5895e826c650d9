/** The console reports events of all programs as they happen: by a toast, the title, the bell and the browser. */

import type { Locator, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import { type Visit, visitConsole } from '../../support/browser/console-visit.ts'
import type { Stage } from '../../support/browser/stage.ts'

/** On a quiet machine a fill shows within half a second of the exchange; other work beside the test adds to it. */
const QUICK_MS = 5_000
const TRIES = 5

export const latestEvents = (stage: Stage): void => {
  let scene: Scene
  let visit: Visit
  let streams: WebSocketRoute[] = []
  let isCut = false
  /** Messages of the stream to the page. */
  const reported: string[] = []
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'republican senate north carolina')
    visit = await visitConsole(stage.browser, stage.service, {
      expected: /WebSocket connection/,
      prepare: async (context) => {
        await context.addInitScript(RECORD_NOTIFICATIONS)
        await context.grantPermissions(['notifications'])
        await context.routeWebSocket(/\/v1\/stream$/, (socket) => {
          if (isCut) return void socket.close()
          streams.push(socket)
          socket.connectToServer().onMessage((message) => {
            socket.send(message)
            reported.push(String(message))
          })
        })
      },
    })
  }, 180_000)
  afterAll(() => visit.end())

  const toasts = () => visit.page.locator('.toast')
  const bell = () => visit.page.getByRole('button', { name: /^Notifications/ })
  const list = () => visit.page.getByRole('dialog', { name: 'Notifications' })
  const lines = async (): Promise<readonly string[]> => {
    await bell().click()
    const texts = await list().locator('li a > span:nth-child(2)').allInnerTexts()
    await visit.page.keyboard.press('Escape')
    return texts
  }
  const trade = (price: number, qty: number) =>
    scene.control('EXCHANGE_A', 'trade', { market: scene.market.ticker, price, qty, buy_flag: false })

  it('shows fills of another program as one toast that leads to the order, and counts them in title and bell', async () => {
    const { page } = visit
    await visit.go('positions')
    const order = await scene.order({ price: 0.41, qty: 10 })
    await scene.until(order, 'RESTING')
    await trade(0.41, 4)
    await toasts().getByText('Bought 4 at 41¢, 4 of 10 filled').waitFor()
    await trade(0.41, 6)
    // Under the pointer a toast stays.
    await toasts().getByText('Bought 10 at 41¢', { exact: true }).hover()
    expect(await toasts().count()).toBe(1)
    await expect.poll(() => page.title()).toBe('(1) Positions · Trading console')
    expect(await bell().getAttribute('aria-label')).toBe('Notifications, 1 new')
    await toasts().getByRole('link', { name: scene.market.name }).click()
    await page.getByRole('heading', { name: 'Buy 10 at 41¢', level: 1 }).waitFor()
    await expect.poll(() => page.title()).toBe('(1) Buy 10 at 41¢ · Trading console')
  })

  it('shows a fill over an open dialog, within reach of the keyboard', async () => {
    const { page } = visit
    await visit.go('positions')
    const order = await scene.order({ price: 0.41, qty: 3 })
    await scene.until(order, 'RESTING')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keys' })
    await dialog.waitFor()
    await trade(0.41, 3)
    const toast = toasts().filter({ hasText: 'Bought 3 at 41¢' })
    // Under the pointer it stays.
    await toast.hover()
    const dismiss = toast.getByRole('button', { name: 'Dismiss' })
    for (let tabs = 0; tabs < 8 && !(await isFocused(dismiss)); tabs += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await toast.waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
  })

  it('shows on the row of an order what is being changed, until the exchange has done it', async () => {
    const { page } = visit
    const order = await scene.order({ price: 0.12, qty: 10 })
    await scene.until(order, 'RESTING')
    await scene.control('EXCHANGE_A', 'faults', { kind: 'hold', path: '/amend' })
    await visit.go('orders')
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="#/orders/${order}"]`) })
    await row.getByRole('button', { name: /^Amend/ }).click()
    await page.getByRole('dialog').getByLabel('Limit price, ¢').fill('13')
    await page.getByRole('button', { name: 'Change it' }).click()
    await row.getByText('Changing 12 → 13¢').waitFor()
    await scene.control('EXCHANGE_A', 'faults', undefined, 'DELETE')
    await row.getByText('Changing').waitFor({ state: 'detached' })
    await row.getByText('13¢', { exact: true }).waitFor()
    await scene.client.DELETE('/v1/orders/{order_id}', { params: { path: { order_id: order } } })
  })

  it('shows a fill soon after the exchange', async () => {
    const { page } = visit
    const took: number[] = []
    for (let tries = 0; tries < TRIES && Math.min(...took) > QUICK_MS; tries += 1) {
      const order = await scene.order({ price: 0.41, qty: 1 })
      await scene.until(order, 'RESTING')
      const shown = page.evaluate(`new Promise((resolve) => {
        const seen = () => document.querySelector('.toast a[href="#/orders/${order}"]') !== null
        const observer = new MutationObserver(() => seen() && (observer.disconnect(), resolve(Date.now())))
        observer.observe(document.body, { childList: true, subtree: true, attributes: true })
      })`)
      await trade(0.41, 1)
      const shownAt = Number(await shown)
      const { data } = await scene.client.GET('/v1/orders/{order_id}', { params: { path: { order_id: order } } })
      took.push(shownAt - Date.parse(data?.fills[0]?.exchange_timestamp ?? ''))
    }
    console.log(`a fill showed ${took.join(', ')} ms after the exchange`)
    expect(Math.min(...took)).toBeLessThanOrEqual(QUICK_MS)
  })

  it('lists fired stops, halts and expired orders, newest first, and forgets the count once the list was open', async () => {
    const { page } = visit
    const stop = {
      conditional_order_type: 'STOP' as const,
      stop_order_price: 0.41,
      trigger_order: { buy_flag: false, qty: 2 },
    }
    const { subaccountId: subaccount_id } = stage.service
    const { svc_id } = scene.market
    const { response } = await scene.client.POST('/v1/complex-orders', {
      body: { subaccount_id, svc_id, conditional_order_params: stop },
    })
    expect(response.status).toBe(202)
    const { ticker } = scene.market
    await scene.control('EXCHANGE_A', 'book', { market: ticker, bids: [[0.4, 100]], asks: [[0.42, 100]] })
    await toasts()
      .getByText(/^Stop fired at .*: sell 2 at market\.$/)
      .waitFor()
    await scene.control('EXCHANGE_A', 'book', { market: ticker, bids: [[0.4, 100]], asks: [[0.45, 100]] })
    const path = { subaccount_id }
    await scene.client.POST('/v1/subaccounts/{subaccount_id}/halt', { params: { path } })
    await toasts().getByText('Halted. Only cancels and orders that reduce a position are taken.').waitFor()
    await scene.client.PUT('/v1/subaccounts/{subaccount_id}/limits', { params: { path }, body: { halted: false } })
    await toasts().getByText('The halt is over.').waitFor()
    const [newest, before, ...others] = await lines()
    expect([newest, before]).toEqual([
      'The halt is over.',
      'Halted. Only cancels and orders that reduce a position are taken.',
    ])
    expect(others).toEqual(expect.arrayContaining([expect.stringMatching(/^Stop fired at/), 'Bought 10 at 41¢']))
    expect(await page.title()).toMatch(/^[^(].*Trading console$/)
    expect(await bell().getAttribute('aria-label')).toBe('Notifications')
  })

  it('lists an order of its own ticket, and shows it once', async () => {
    const { page } = visit
    await visit.go(`markets/${scene.market.svc_id}`)
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true })
    await ticket.getByLabel('Contracts').fill('3')
    await ticket.getByLabel('Limit price, ¢').fill('45')
    await ticket.getByRole('button', { name: 'Buy 3 at 45¢' }).click()
    await ticket.getByText('Filled 3 at 45¢.').waitFor()
    await expect.poll(async () => (await lines())[0]).toBe('Bought 3 at 45¢')
    expect(await toasts().getByText('Bought 3').count()).toBe(0)
  })

  it('shows it once, too, if the fill is quicker than the answer to the ticket', async () => {
    const { page } = visit
    await page.route(/\/v1\/orders$/, async (route) => {
      const response = await route.fetch()
      const { svc_order_id } = await response.json()
      const isFill = (message: string) => message.includes('order.filled') && message.includes(svc_order_id)
      await expect.poll(() => reported.some(isFill)).toBe(true)
      await route.fulfill({ response })
    })
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true })
    await ticket.getByLabel('Contracts').fill('2')
    await ticket.getByRole('button', { name: 'Buy 2 at 45¢' }).click()
    await ticket.getByText('Filled 2 at 45¢.').waitFor()
    await page.unroute(/\/v1\/orders$/)
    await expect.poll(async () => (await lines())[0]).toBe('Bought 2 at 45¢')
    expect(await toasts().getByText('Bought 2').count()).toBe(0)
    expect(await page.title()).toMatch(/^[^(]/)
  })

  it('notifies through the browser while the user is elsewhere, if the user has allowed it', async () => {
    const { page } = visit
    await bell().click()
    await list().getByLabel('Notify me in the browser while I am elsewhere').check()
    await page.keyboard.press('Escape')
    const fill = async (qty: number) => {
      const order = await scene.order({ price: 0.45, qty })
      await toasts().locator(`a[href="#/orders/${order}"]`).waitFor()
    }
    await fill(4)
    expect(await page.evaluate('notified')).toEqual([])
    await page.evaluate('document.hasFocus = () => false')
    await fill(5)
    expect(await page.evaluate('notified')).toEqual([`${scene.market.name}: Bought 5 at 45¢`])
  })

  it('lists events that were missed without a connection, with one toast', async () => {
    isCut = true
    for (const socket of streams) await socket.close()
    streams = []
    for (const qty of [6, 7]) await scene.until(await scene.order({ price: 0.45, qty }), 'EXECUTED')
    // The fills are recorded a moment after the state.
    await expect
      .poll(async () => {
        const { data } = await scene.client.GET('/v1/fills', { params: { query: { svc_id: scene.market.svc_id } } })
        return data?.subaccount_to_fills.flatMap(({ fills }) => fills.map(({ qty }) => qty))
      })
      .toEqual(expect.arrayContaining([6, 7]))
    isCut = false
    await toasts().getByText('2 things happened while this page was not connected.').waitFor()
    expect(
      await toasts()
        .getByText(/Bought [67]/)
        .count(),
    ).toBe(0)
    expect((await lines()).slice(0, 2).sort()).toEqual(['Bought 6 at 45¢', 'Bought 7 at 45¢'])
  })

  it('keeps the list when the page is loaded again, and never shows it to another key', async () => {
    const { page } = visit
    const before = await lines()
    await page.reload()
    await expect.poll(lines).toEqual(before)
    const { data } = await scene.client.POST('/v1/api-keys', { body: { name: 'another', scope: 'read' } })
    const path = { subaccount_id: stage.service.subaccountId }
    await scene.client.POST('/v1/subaccounts/{subaccount_id}/halt', { params: { path } })
    await toasts().getByText('Halted.').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').fill(data?.api_key ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await bell().waitFor()
    expect(await lines()).toEqual([])
    expect(await toasts().count()).toBe(0)
    await scene.client.PUT('/v1/subaccounts/{subaccount_id}/limits', { params: { path }, body: { halted: false } })
    expect(visit.complaints).toEqual([])
  })
}

/** Notifications of a browser without a screen cannot be seen: they are recorded as they are made. */
const RECORD_NOTIFICATIONS = `globalThis.notified = []
const Real = Notification
globalThis.Notification = class extends Real {
  constructor(title, options) {
    super(title, options)
    notified.push(title + ': ' + options.body)
  }
}`

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => one.ownerDocument.activeElement === one)
