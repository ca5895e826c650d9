/** The console shows the true state: an absent exchange, the limits of a key, and the books of several exchanges as one. */

import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import { type Visit, visitConsole } from '../../support/browser/console-visit.ts'
import { dockTab } from '../../support/browser/dock-tab.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const whatIsTrue = (stage: Stage): void => {
  let scene: Scene
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'senate michigan')
  }, 180_000)

  const lastErrorOf = async (order_id: string) => {
    const { data } = await scene.client.GET('/v1/orders/{order_id}', { params: { path: { order_id } } })
    return data?.last_error ?? null
  }

  /** A tab of its own, whose time the stories at the end put forward. */
  let withClock: Visit | undefined
  const tabWithClock = async (): Promise<Visit> => {
    withClock ??= await visitConsole(stage.browser, stage.service, { hasClock: true })
    return withClock
  }
  afterAll(() => withClock?.end())

  it('shows one book of all members of a custom asset, and sends an order to the best', async () => {
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
    await expect
      .poll(() => book.getByRole('listitem').allInnerTexts())
      .toEqual([
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
    // Its fills come a moment later.
    expect(await page.getByText('Nothing of this order has filled.').count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })

  it('hides trading controls from a read-only key', async () => {
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
          // Tags of the chart name orders, and only show them.
          .and(page.locator(':not(.far-tags button)'))
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

  it('shows the newest known trade as the last price and as the end of the chart', async () => {
    let push = (_: object): void => undefined
    const visit = await visitConsole(stage.browser, stage.service, {
      prepare: async (context) => {
        await context.routeWebSocket(/\/v1\/stream$/, (socket) => {
          const server = socket.connectToServer()
          server.onMessage((message) => socket.send(message))
          push = (message) => socket.send(JSON.stringify(message))
        })
      },
    })
    const { page } = visit
    const { svc_id } = scene.market
    await visit.go(`markets/${svc_id}`)
    await page.getByRole('region', { name: 'Trades', exact: true }).locator('.tape, .empty').first().waitFor()
    await page.getByRole('img', { name: /^Prices over time/ }).waitFor()
    const at = new Date().toISOString()
    const trade = { trade_id: 'the-newest', price: 0.77, qty: 3, taker_buy_flag: true, timestamp: at }
    const last = page.locator('.quote > div').filter({ hasText: 'Last' })
    // A read that was under way does not know the trade, and its answer replaces the tape.
    await vi.waitFor(
      async () => {
        push({ op: 'event', channel: `trades:${svc_id}`, data: { svc_id, trades: [trade], as_of: at, message: null } })
        await page.getByRole('img', { name: 'Prices over time, the last is 77¢' }).waitFor({ timeout: 2_000 })
        await last.getByText('77¢', { exact: true }).waitFor({ timeout: 2_000 })
      },
      { timeout: 40_000 },
    )
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('shows a mark and a gain after the first fill, or that no price is known', async () => {
    const id = await scene.order({ price: 0.45, qty: 4 })
    await scene.until(id, 'EXECUTED')
    // The exchange reports the mark with the next poll of the account, and this is before that poll.
    const unmarked = async (route: Route): Promise<void> => {
      const response = await route.fetch()
      const body = JSON.stringify(await response.json(), (key, value: unknown) =>
        ['mark_price', 'market_value', 'unrealized_pnl'].includes(key) ? null : value,
      )
      await route.fulfill({ response, body })
    }
    const visit = await visitConsole(stage.browser, stage.service, {
      prepare: async (context) => {
        await context.route(/\/v1\/positions\?/, unmarked)
      },
    })
    const { page } = visit
    await visit.go(`markets/${scene.market.svc_id}`)
    const position = await dockTab(page, 'Position')
    await position.getByText('42.5¢', { exact: true }).waitFor()
    // All of it was bought at 45¢.
    const [, held] = /Contracts\s+(\d+)/.exec(await position.innerText()) ?? []
    await position.getByText(`−$${(Number(held) * 0.025).toFixed(2)}`, { exact: true }).waitFor()
    await visit.go('positions')
    const row = page.getByRole('row').filter({ hasText: scene.market.name })
    await row.getByText('42.5¢').first().waitFor()
    await page.route(/\/v1\/quotes/, (route) => route.fulfill({ json: { quotes: [] } }))
    await page.reload()
    await row.getByText('no price known').waitFor()
    // A decided market has nobody to sell to.
    await row.getByRole('button', { name: /^Close/ }).waitFor()
    await page.route(/\/v1\/positions/, async (route) => {
      const response = await route.fetch()
      const text = (await response.text()).replaceAll('"settlement":null', '"settlement":"decided"')
      await route.fulfill({ response, body: text })
    })
    await page.reload()
    await row.getByText('Decided').waitFor()
    expect(await row.getByRole('button', { name: /^Close/ }).count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('shows a position in No at the prices of No', async () => {
    const { market, order, until } = await sceneOf(stage.service, 'democratic presidency')
    await until(await order({ buy_flag: false, price: 0.4, qty: 10 }), 'EXECUTED')
    const { page, ...visit } = await stage.tab()
    await visit.go('positions')
    const row = page.getByRole('row').filter({ hasText: market.name })
    await row.getByText('10 No').waitFor()
    // The book is 40¢ to 45¢.
    for (const cell of ['60¢', '57.5¢', '$5.75']) await row.getByRole('cell', { name: cell, exact: true }).waitFor()
    await visit.go(`markets/${market.svc_id}`)
    const position = await dockTab(page, 'Position')
    for (const text of ['60¢', '57.5¢']) await position.getByText(text, { exact: true }).waitFor()
    expect(visit.complaints).toEqual([])
  })

  it('shows no position after a full sale, in an open market too', async () => {
    const { market, client, order, until } = await sceneOf(stage.service, 'senate texas')
    const bought = await order({ svc_id: market.svc_id, price: 0.45, qty: 4 })
    await until(bought, 'EXECUTED')
    const visit = await stage.tab()
    const { page } = visit
    await visit.go('positions')
    const row = page.getByRole('row').filter({ hasText: market.name })
    await row.getByRole('button', { name: /^Close the position/ }).click()
    await page
      .getByRole('dialog')
      .getByText(/^Sells 4 contracts/)
      .waitFor()
    await page.getByRole('button', { name: 'Close it now' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'With closed ones' }).click()
    await row.getByRole('cell', { name: '0', exact: true }).waitFor()
    const query = { subaccount_id: stage.service.subaccountId, svc_id: market.svc_id }
    const { data } = await client.GET('/v1/positions', { params: { query } })
    expect(data?.subaccount_to_positions[0]?.positions.map(({ position }) => position)).toEqual([0])
    expect(visit.complaints).toEqual([])
  })

  it('shows that no take-profit is in place once its order was cancelled', async () => {
    const { market, client, order, until } = await sceneOf(stage.service, 'senate texas')
    const exits = [
      { trigger_order: { qty: 4, buy_flag: false, price: 0.6 } },
      { trigger_order: { qty: 4, buy_flag: false, stop_order_price: 0.3 } },
    ]
    const bought = await order({ svc_id: market.svc_id, price: 0.45, qty: 4, conditional_orders_params: exits })
    await until(bought, 'EXECUTED')
    const visit = await stage.tab()
    const { page } = visit
    await visit.go('conditionals')
    const exit = page.getByRole('listitem').filter({ hasText: 'Take profit: sell 4 at 60¢' }).last()
    await exit.getByText('Resting, 0 of 4').waitFor()
    const body = { subaccount_id: stage.service.subaccountId, svc_id: market.svc_id }
    await client.POST('/v1/orders/cancel-all', { body })
    await exit.getByText('No longer in place').waitFor()
    await exit.getByText('Cancelled (with all others, at your request), nothing filled').waitFor()
    expect(visit.complaints).toEqual([])
  })

  it('requests no approvals if all are given', async () => {
    const visit = await stage.tab()
    await visit.go('subaccounts')
    const panel = visit.page.getByRole('region', { name: 'Polymarket credentials', exact: true }).first()
    await panel.getByText('Lacks: Relayer key.').waitFor()
    expect(await panel.getByRole('button', { name: 'Request approvals' }).count()).toBe(0)
  })

  it('shows that no credentials are stored, and reads that once until the window has focus again', async () => {
    const { data } = await scene.client.POST('/v1/subaccounts', { body: { name: 'No keys' } })
    const subaccount_id = data?.subaccount_id ?? ''
    // The minutes may pass before the stream is open: the page gives it up then, and opens another.
    const expected = /status of 404|closed before the connection is established/
    const visit = await visitConsole(stage.browser, stage.service, { hasClock: true, expected })
    const { page } = visit
    let reads = 0
    page.on('request', (request) => {
      if (request.url().includes(`${subaccount_id}/credentials/`)) reads += 1
    })
    await visit.go('subaccounts')
    await expect.poll(() => page.getByText('None are stored.').count()).toBe(2)
    for (let minute = 0; minute < 5; minute += 1) await page.clock.fastForward(60_000)
    expect(reads).toBe(2)
    await page.evaluate('dispatchEvent(new Event("focus"))')
    await expect.poll(() => reads).toBe(4)
    await scene.client.DELETE('/v1/subaccounts/{subaccount_id}', { params: { path: { subaccount_id } } })
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('shows that a subaccount is switched off, and the way to switch it on', async () => {
    const visit = await stage.tab()
    const { page } = visit
    const path = { subaccount_id: stage.service.subaccountId }
    await scene.client.PATCH('/v1/subaccounts/{subaccount_id}', { params: { path }, body: { is_active: false } })
    await visit.go(`markets/${scene.market.svc_id}`)
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true })
    await ticket.getByLabel('Limit price, ¢').fill('12')
    await ticket.getByRole('alert').getByRole('link', { name: 'Subaccounts' }).click()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('The subaccount trades again.').waitFor()
    await page.getByText('Inactive', { exact: true }).waitFor({ state: 'detached' })
    expect(visit.complaints).toEqual([])
  })

  it('explains on the row why an order waits or which part of it is unknown', async () => {
    const { page, ...visit } = await stage.tab()
    await scene.control('EXCHANGE_A', 'faults', { kind: 'status', status: 503, method: 'POST' })
    const id = await scene.order({ price: 0.03 })
    for (const path of ['orders', `markets/${scene.market.svc_id}?tab=orders`, `orders/${id}`]) {
      await visit.go(path)
      const row = page.getByRole('row').filter({ has: page.locator(`a[href="#/orders/${id}"]`) })
      // Read by everybody, and not only under the pointer.
      await row.getByText(/Kalshi|the exchange/).waitFor()
    }
    expect(await page.locator('main [title]').count()).toBe(0)
    await scene.control('EXCHANGE_A', 'faults', undefined, 'DELETE')
    await scene.until(id, 'RESTING')
    expect(visit.complaints).toEqual([])
  })

  it('shows the effect of the dead man’s switch, which this tab renews on every page', async () => {
    const visit = await tabWithClock()
    const { page } = visit
    const path = { subaccount_id: stage.service.subaccountId }
    const now = async () => {
      const { data } = await scene.client.GET('/v1/subaccounts/{subaccount_id}/dead-mans-switch', { params: { path } })
      if (data === undefined) throw new Error('no switch')
      return data
    }
    await visit.go('limits')
    const panel = page.getByRole('region', { name: "Dead man's switch", exact: true })
    await panel.getByText('Nothing is cancelled by itself.').waitFor()
    await panel.getByText('It closes no position.').waitFor()
    await panel.getByText('Armed stops and stop losses stay').waitFor()
    await panel.getByLabel('Seconds, 10 to 86,400').fill('300')
    await panel.getByLabel('Also cancel stops, exits and TWAPs').check()
    await panel.getByLabel('Renew it while this tab is open').check()
    await panel.getByRole('button', { name: 'Arm' }).click()
    await panel.getByText(/it cancels your open orders, and stops, exits and TWAPs, unless it is renewed\.$/).waitFor()
    const { renewed_at } = await now()
    await visit.go('positions')
    // A third of the time.
    await page.clock.fastForward(100_000)
    await expect.poll(async () => (await now()).renewed_at, { interval: 200 }).not.toBe(renewed_at)
    expect(await now()).toMatchObject({ armed: true, timeout_s: 300, include_complex_orders: true, halt: false })
    // The page shows the armed settings, so that a renewal does not change them unnoticed.
    await visit.go('limits')
    await expect.poll(() => panel.getByLabel('Seconds, 10 to 86,400').inputValue()).toBe('300')
    expect(await panel.getByLabel('Also cancel stops, exits and TWAPs').isChecked()).toBe(true)
    await panel.getByRole('button', { name: 'End it' }).click()
    await panel.getByText('Nothing is cancelled by itself.').waitFor()
    expect((await now()).armed).toBe(false)
    expect(visit.complaints).toEqual([])
  })

  it('shows an unconfirmed order on every page, even without a watch there', async () => {
    const visit = await tabWithClock()
    visit.expect(/status of 503/)
    const { page } = visit
    await scene.control('EXCHANGE_A', 'mode', { mode: 'disabled' })
    const id = await scene.order({ price: 0.02 })
    await visit.go('health')
    await expect.poll(() => lastErrorOf(id), { interval: 200 }).not.toBeNull()
    // An order is doubted after ten seconds, and the banners look each quarter of a minute.
    await page.clock.fastForward(15_000)
    const banner = page.getByRole('alert').filter({ hasText: /^Kalshi has not confirmed 1 order; the first is of \d/ })
    await banner.waitFor()
    await page.getByRole('region', { name: 'Price watch', exact: true }).waitFor()
    expect(await page.getByText('The service is well.').count()).toBe(0)
    await visit.go(`markets/${scene.market.svc_id}`)
    await banner.waitFor()
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true })
    await ticket.getByLabel('Limit price, ¢').fill('2')
    // The order does not wait: it may have arrived.
    await ticket.getByText('An order that rests waits, or its outcome is unknown for so long').waitFor()
    // An unknown sum has no line.
    expect(await ticket.locator('.sums').innerText()).not.toContain('–')
    await scene.control('EXCHANGE_A', 'mode', { mode: 'open' })
    await scene.until(id, 'RESTING')
    await banner.waitFor({ state: 'detached' })
    await visit.go('health')
    await page.getByText('The service is well.').waitFor()
    expect(visit.complaints).toEqual([])
    visit.expect(undefined)
  })

  it('shows in clear, uncovered sentences that an exchange refuses, and that costs are stopped', async () => {
    const visit = await tabWithClock()
    const { page } = visit
    const at = new Date().toISOString()
    const reason = 'The exchange refuses all orders from here (status 403, Cloudflare).'
    await page.route(/\/v1\/health$/, async (route) => {
      const response = await route.fetch()
      const refusal = { exchange: 'EXCHANGE_B', calls: 'orders', since: at, reason, tried_again_at: at }
      const cost_stop = { since: at, halts_new_orders: true }
      await route.fulfill({ response, json: { ...(await response.json()), refusals: [refusal], cost_stop } })
    })
    await visit.go(`markets/${scene.market.svc_id}`)
    // The banners look each quarter of a minute.
    await page.clock.fastForward(15_000)
    const banner = page.getByRole('alert').filter({ hasText: /^Polymarket refuses orders since .* Cloudflare\)\. One/ })
    await banner.waitFor()
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true })
    await ticket.getByLabel('Limit price, ¢').fill('2')
    await ticket.getByRole('button', { name: 'Buy 10 at 2¢' }).click()
    const toast = await page.locator('.toast', { hasText: 'Sent: Buy 10 at 2¢.' }).last().boundingBox()
    const reported = await banner.boundingBox()
    expect(toast?.y).toBeGreaterThanOrEqual((reported?.y ?? Number.NaN) + (reported?.height ?? 0))
    // The outcome of an order is not shown for the next one.
    await ticket.getByRole('link', { name: 'Follow it' }).waitFor()
    await ticket.getByLabel('Contracts').fill('11')
    await ticket.getByRole('link', { name: 'Follow it' }).waitFor({ state: 'detached' })
    const stopped = page
      .getByRole('alert')
      .filter({ hasText: /^New orders of all users are halted since .* normal\. Cancels/ })
    await stopped.waitFor()
    await visit.go('health')
    await page.getByText('npm run admin -- lift-cost-stop').waitFor()
    expect(await page.getByText('The service is well.').count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })
    await page.clock.fastForward(15_000)
    await banner.waitFor({ state: 'detached' })
    await stopped.waitFor({ state: 'detached' })
    await page.getByText('The service is well.').waitFor()
    expect(visit.complaints).toEqual([])
    visit.expect(undefined)
  })

  it('shows that an exchange is away, and its book when it is back', async () => {
    const visit = await tabWithClock()
    visit.expect(/status of 503/)
    const { page } = visit
    await visit.go(`markets/${scene.market.svc_id}`)
    const book = page.getByRole('region', { name: 'Order book', exact: true })
    await book.getByRole('button', { name: 'Bid 40¢, 100 contracts' }).waitFor()
    await scene.control('EXCHANGE_A', 'faults', { kind: 'status', status: 503, method: 'GET' })
    // A streamed book is also read every six seconds.
    await page.clock.fastForward(6_000)
    await book.getByText('Stale: as of').waitFor()
    await page.getByText('No live prices:').waitFor()
    await book.getByRole('button', { name: 'Bid 40¢, 100 contracts' }).waitFor()
    await scene.control('EXCHANGE_A', 'faults', undefined, 'DELETE')
    // After failures it is read each half a minute at the latest.
    await page.clock.fastForward(30_000)
    await page.getByText('No live prices:').waitFor({ state: 'detached' })
    expect(visit.complaints).toEqual([])
    visit.expect(undefined)
  })
}
