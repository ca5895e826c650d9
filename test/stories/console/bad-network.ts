/** Lost answers, cut connections and a second browser: the console acts once, and nothing is missing afterwards. */

import type { Route, WebSocketRoute } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import { visitConsole } from '../../support/browser/console-visit.ts'
import { dockTab } from '../../support/browser/dock-tab.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const badNetwork = (stage: Stage): void => {
  let scene: Scene
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'senate texas')
  }, 180_000)
  const placedAt = async (price: number): Promise<number | undefined> => {
    const { data } = await scene.client.GET('/v1/orders', { params: { query: { svc_id: scene.market.svc_id } } })
    return data?.orders.filter((order) => order.price === price).length
  }
  const market = () => `markets/${scene.market.svc_id}`

  it('sends an order again under the same key when its answer is lost, and shows one order', async () => {
    const visit = await stage.tab()
    visit.expect(/ERR_FAILED/)
    const { page } = visit
    const keys: (string | undefined)[] = []
    await page.route(/\/v1\/orders$/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.fallback()
      // The service carries it out, and its answer does not come.
      await route.fetch()
      await route.abort('failed')
    })
    await visit.go(market())
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true })
    await ticket.getByLabel('Limit price, ¢').fill('21')
    await ticket.getByRole('button', { name: 'Buy 10 at 21¢' }).click()
    await ticket.getByRole('link', { name: 'Follow it' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBeDefined()
    expect(keys[1]).toBe(keys[0])
    const own = await dockTab(page, 'Orders')
    await own.getByText('21¢', { exact: true }).waitFor()
    expect(await own.getByText('21¢', { exact: true }).count()).toBe(1)
    const { data } = await scene.client.GET('/v1/orders', { params: { query: { svc_id: scene.market.svc_id } } })
    expect(data?.orders.filter(({ price }) => price === 0.21)).toHaveLength(1)
    expect(visit.complaints).toEqual([])
    visit.expect(undefined)
  })

  it('places one order if the user presses again after lost answers, even after a reload', async () => {
    const visit = await stage.tab()
    visit.expect(/ERR_FAILED/)
    const { page } = visit
    const keys = new Set<string | undefined>()
    let isLost = true
    await page.route(/\/v1\/orders$/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      keys.add(route.request().headers()['idempotency-key'])
      if (!isLost) return route.fallback()
      await route.fetch()
      await route.abort('failed')
    })
    await visit.go(market())
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true })
    await ticket.getByLabel('Limit price, ¢').fill('24')
    const buy = ticket.getByRole('button', { name: 'Buy 10 at 24¢' })
    await buy.click()
    await ticket.getByText(NOT_KNOWN).waitFor()
    expect(await buy.and(page.locator(':focus')).count()).toBe(1)
    await page.reload()
    await ticket.getByText(NOT_KNOWN).waitFor()
    isLost = false
    await buy.click()
    await ticket.getByRole('link', { name: 'Follow it' }).waitFor()
    expect(await ticket.getByText(NOT_KNOWN).count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })
    expect(keys.size).toBe(1)
    expect(await placedAt(0.24)).toBe(1)
    // Another one is another order.
    await ticket.getByRole('button', { name: 'Order again' }).click()
    await buy.click()
    await expect.poll(() => placedAt(0.24)).toBe(2)
    expect(visit.complaints).toEqual([])
    visit.expect(undefined)
  })

  it('replaces one stop once if the user presses again after all answers were lost', async () => {
    const order = await scene.order({
      price: 0.26,
      conditional_orders_params: [
        {
          conditional_order_type: 'SL',
          trigger_order: { qty: 10, buy_flag: false, order_type: 'MARKET', stop_order_price: 0.1 },
        },
      ],
    })
    await scene.until(order, 'RESTING')
    const stops = async () => {
      const query = { svc_id: scene.market.svc_id }
      const { data } = await scene.client.GET('/v1/complex-orders', { params: { query } })
      const own = data?.complex_orders.conditional_orders.filter((one) => one.complex_order_subtype === 'SL') ?? []
      return own.map((one) => [one.conditional_order?.trigger_stop_order_price, one.status])
    }
    const visit = await stage.tab()
    visit.expect(/ERR_FAILED/)
    const { page } = visit
    let isLost = true
    await page.route(/\/v1\/complex-orders$/, async (route) => {
      if (route.request().method() !== 'POST' || !isLost) return route.fallback()
      await route.fetch()
      await route.abort('failed')
    })
    await visit.go(`${market()}?tab=stops`)
    await page.getByRole('button', { name: /^Move: Stop loss: sell 10/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New price, ¢').fill('12')
    await dialog.getByRole('button', { name: 'Move to 12¢' }).click()
    await dialog.getByText('The old one at 10¢ stays.').waitFor()
    isLost = false
    // The button has kept the focus.
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.unrouteAll({ behavior: 'wait' })
    await expect.poll(stops).toEqual([
      [0.12, 'PENDING'],
      [0.1, 'CANCELLED'],
    ])
    expect(visit.complaints).toEqual([])
    visit.expect(undefined)
  })

  it('does not offer an order in flight again, though the user visits another page meanwhile', async () => {
    const visit = await stage.tab()
    const { page } = visit
    const late: Route[] = []
    await page.route(/\/v1\/orders$/, async (route) => {
      if (route.request().method() === 'POST') late.push(route)
      else await route.fallback()
    })
    await visit.go(market())
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true })
    await ticket.getByLabel('Limit price, ¢').fill('25')
    await ticket.getByRole('button', { name: 'Buy 10 at 25¢' }).click()
    await ticket.getByRole('button', { name: 'Sending…' }).waitFor()
    await page.getByRole('link', { name: 'Positions' }).click()
    await page.getByRole('heading', { name: 'Positions', level: 1 }).waitFor()
    await page.goBack()
    expect(await ticket.getByRole('button', { name: 'Sending…' }).isDisabled()).toBe(true)
    await late[0]?.continue()
    await ticket.getByRole('link', { name: 'Follow it' }).waitFor()
    expect(await ticket.getByRole('button', { name: 'Buy 10 at 25¢' }).isDisabled()).toBe(true)
    await page.unrouteAll({ behavior: 'wait' })
    expect(late).toHaveLength(1)
    expect(await placedAt(0.25)).toBe(1)
    expect(visit.complaints).toEqual([])
  })

  it('shows a lost order, but no lost read, as unknown, and shortens that after recovery', async () => {
    const visit = await visitConsole(stage.browser, stage.service, {
      hasClock: true,
      expected: /ERR_FAILED|status of 503/,
    })
    const { page } = visit
    await page.route(/\/v1\/orders\/preview$/, (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', detail: 'The moon is away.' } }),
    )
    await visit.go(market())
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true })
    await ticket.getByLabel('Limit price, ¢').fill('22')
    await ticket.getByText('The moon is away.').waitFor()
    expect(await ticket.getByText('look before you repeat it').count()).toBe(0)
    await page.route(/\/v1\//, (route) => route.abort('failed'))
    await ticket.getByRole('button', { name: 'Buy 10 at 22¢' }).click()
    await ticket
      .getByText('The service does not answer. Whether it was done is not known: look before you repeat it.')
      .waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    // After failures everything is read again each half a minute at the latest.
    await page.clock.fastForward(30_000)
    await ticket.getByText('The answer was lost. Look whether it was done before you repeat it.').waitFor()
    expect(await ticket.getByText('The service does not answer.').count()).toBe(0)
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('shows the actions of another browser, and all events during a network cut', async () => {
    const sockets = new Set<WebSocketRoute>()
    let isCut = false
    const cut = await visitConsole(stage.browser, stage.service, {
      expected: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket/,
      prepare: async (context) => {
        await context.routeWebSocket(/\/v1\/stream$/, async (socket) => {
          if (isCut) return socket.close()
          socket.connectToServer()
          sockets.add(socket)
          socket.onClose(() => sockets.delete(socket))
        })
      },
    })
    const other = await stage.tab()
    const first = await scene.order({ price: 0.33 })
    await scene.until(first, 'RESTING')
    await Promise.all([cut.go('orders'), other.go('orders')])
    const row = (page: typeof cut.page, price: string) => page.getByRole('row').filter({ hasText: price })
    await row(cut.page, '33¢').waitFor()
    await row(other.page, '33¢')
      .getByRole('button', { name: /^Amend the order/ })
      .click()
    await other.page.getByRole('dialog').getByLabel('Limit price, ¢').fill('34')
    await other.page.getByRole('button', { name: 'Change it' }).click()
    await row(cut.page, '34¢').waitFor()

    isCut = true
    await cut.page.context().setOffline(true)
    for (const socket of sockets) await socket.close({ code: 1001 })
    const second = await scene.order({ price: 0.35 })
    await scene.until(second, 'RESTING')
    await row(other.page, '34¢')
      .getByRole('button', { name: /^Cancel the order/ })
      .click()
    await row(other.page, '34¢').waitFor({ state: 'detached' })
    await cut.page.getByText('The service does not answer. What you see is from').waitFor()
    expect(await row(cut.page, '35¢').count()).toBe(0)
    isCut = false
    await cut.page.context().setOffline(false)
    await row(cut.page, '35¢').waitFor()
    await row(cut.page, '34¢').waitFor({ state: 'detached' })
    await cut.page.getByText('The service does not answer. What you see is from').waitFor({ state: 'detached' })
    expect(cut.complaints).toEqual([])
    await cut.end()
  })

  it('reconnects a stream that is open but silent', async () => {
    let opened = 0
    let isReady = false
    const visit = await visitConsole(stage.browser, stage.service, {
      hasClock: true,
      prepare: async (context) => {
        await context.routeWebSocket(/\/v1\/stream$/, (socket) => {
          opened += 1
          const isFirst = opened === 1
          const server = socket.connectToServer()
          socket.onMessage((message) => (isFirst && isReady ? undefined : server.send(message)))
          server.onMessage((message) => {
            if (isFirst && isReady) return
            socket.send(message)
            isReady = String(message).includes('"subscribed"')
          })
        })
      },
    })
    const { page } = visit
    await visit.go('orders')
    await expect.poll(() => isReady).toBe(true)
    await page.clock.fastForward(30_000)
    await page.clock.fastForward(30_000)
    // The console waits a second before it reconnects.
    await page.clock.fastForward(2_000)
    await expect.poll(() => opened).toBe(2)
    const order = await scene.order({ price: 0.36 })
    await page.getByRole('row').filter({ hasText: '36¢' }).waitFor()
    await scene.until(order, 'RESTING')
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
}

const NOT_KNOWN = 'Whether it was done is not known. Sent again as it stands, it is done once.'
