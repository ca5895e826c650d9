/** Writing a ticket, in a real browser: market orders, invalid prices and numbers, a narrow page, and no mouse. */

import type { Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import type { Visit } from '../../support/browser/console-visit.ts'
import { dockTab } from '../../support/browser/dock-tab.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const writingATicket = (stage: Stage): void => {
  let scene: Scene
  let visit: Visit
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'senate maine')
    visit = await stage.tab()
  }, 180_000)

  const open = () => visit.go(`markets/${scene.market.svc_id}`)
  /** A line of the sums of the ticket. */
  const line = (name: string, words: string) =>
    panel('Ticket').locator('.sums > div, .gist dl > div').filter({ hasText: name }).filter({ hasText: words })
  const panel = (name: string) => visit.page.getByRole('region', { name, exact: true })

  it('explains an invalid price in cents, sends no request, and never drops an unreadable exit', async () => {
    await open()
    const ticket = panel('Ticket')
    await ticket.getByLabel('Limit price, ¢').fill('140')
    await ticket.getByText('Enter prices in cents, above 0¢ and below 100¢.').waitFor()
    expect(await ticket.getByRole('button', { name: 'Buy 10 at' }).isDisabled()).toBe(true)
    await ticket.getByLabel('Limit price, ¢').fill('12')
    await ticket.getByLabel('Stop loss, ¢').fill('1o')
    await ticket.getByText('“1o” is not a number.').waitFor()
    await ticket.getByLabel('Stop loss, ¢').fill('')
    await ticket.getByLabel('Contracts').fill('many')
    await ticket.getByText('“many” is not a number.').waitFor()
    expect(await ticket.getByRole('button', { name: 'Buy – at 12¢' }).isDisabled()).toBe(true)
  })

  it('reads a comma as thousands or refuses it, and never rewrites the typed text', async () => {
    await open()
    const ticket = panel('Ticket')
    await ticket.getByLabel('Limit price, ¢').fill('0.2')
    await ticket.getByText('0.2¢ or 20¢? Write it with ¢.').waitFor()
    await ticket.getByLabel('Limit price, ¢').fill('$0.20')
    await ticket.getByText('step 1¢ here').waitFor()
    await ticket.getByLabel('Contracts').fill('10,000')
    await ticket.getByRole('button', { name: 'Buy 10,000 at 20¢' }).waitFor()
    expect(await ticket.getByLabel('Contracts').inputValue()).toBe('10,000')
    await ticket.getByText('10,000', { exact: true }).first().waitFor()
    await ticket.getByLabel('Contracts').fill('1,5')
    await ticket.getByText('Write 1.5 with a point.').waitFor()
    expect(await ticket.getByRole('button', { name: 'Buy –' }).isDisabled()).toBe(true)
    await ticket.getByLabel('Contracts').fill('10')
  })

  it('keeps the colour of a button under the pointer', async () => {
    await open()
    const ticket = panel('Ticket')
    await ticket.getByLabel('Contracts').fill('10')
    await ticket.getByLabel('Limit price, ¢').fill('12')
    const button = ticket.getByRole('button', { name: 'Buy 10 at 12¢' })
    const colour = (): Promise<string> =>
      visit.page.evaluate(`getComputedStyle(document.querySelector('.ticket [type=submit]')).backgroundColor`)
    await visit.page.mouse.move(0, 0)
    const before = await colour()
    expect(before).toMatch(/^rgb/)
    await button.hover()
    expect(await colour()).toBe(before)
  })

  it('keeps the button that sends in sight on a low page, but not before an objection to the order', async () => {
    await open()
    const { page } = visit
    await page.setViewportSize({ width: 1440, height: 700 })
    const ticket = panel('Ticket')
    const bottom = () => ticket.locator('[type=submit]').evaluate((send) => send.getBoundingClientRect().bottom)
    await ticket.getByLabel('Limit price, ¢').fill('12')
    await line('Costs', '$').waitFor()
    await page.evaluate('scrollTo(0, 0)')
    // So are its cost and its immediate fills.
    await expect.poll(() => ticket.locator('.send .gist').innerText()).toMatch(/Costs.*\$.*Fills at once.*nothing/s)
    await expect.poll(bottom).toBeLessThanOrEqual(700)
    await ticket.getByRole('button', { name: 'Stop', exact: true }).click()
    await ticket.getByLabel('Stop price, ¢').fill('5')
    await ticket.getByText('This fires at once').waitFor()
    await page.evaluate('scrollTo(0, 0)')
    expect(await bottom()).toBeGreaterThan(700)
    await ticket.getByLabel('Stop price, ¢').fill('')
    await ticket.getByRole('button', { name: 'Limit', exact: true }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('offers both outcomes at the bottom of a narrow page, and opens the ticket as a sheet', async () => {
    await open()
    const { page } = visit
    await page.setViewportSize({ width: 390, height: 700 })
    const sheet = page.getByRole('dialog')
    for (const outcome of ['Yes', 'No']) {
      const offer = page.getByRole('button', { name: new RegExp(`^Buy ${outcome} \\d`) })
      await offer.click()
      const chosen = sheet.getByRole('button', { name: new RegExp(`^${outcome} \\d`) })
      await expect.poll(() => chosen.getAttribute('aria-pressed')).toBe('true')
      // The button that sends is in sight, however long the ticket is.
      const send = await sheet.locator('[type=submit]').boundingBox()
      expect((send?.y ?? 700) + (send?.height ?? 0)).toBeLessThanOrEqual(700)
      // No line of the ticket shows under it.
      const foot = await sheet.locator('.send').boundingBox()
      expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeGreaterThanOrEqual(699)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      expect(await offer.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true)
    }
    await page.getByRole('button', { name: /^Ask/ }).last().click()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('does not take the limit of an order for that of a stop', async () => {
    await open()
    const ticket = panel('Ticket')
    await ticket.getByLabel('Limit price, ¢').fill('45')
    await ticket.getByRole('button', { name: 'Stop', exact: true }).click()
    expect(await ticket.getByLabel('Limit price, ¢').inputValue()).toBe('')
  })

  it('buys at the market for no more than the ticket says, though the book moves before the click', async () => {
    await open()
    const ticket = panel('Ticket')
    await ticket.getByRole('button', { name: 'Yes 45¢' }).click()
    await ticket.getByRole('button', { name: 'Market', exact: true }).click()
    await ticket.getByText('10 at 45¢', { exact: true }).waitFor()
    await ticket.getByText('Never above', { exact: true }).waitFor()
    await ticket.getByText('47¢', { exact: true }).waitFor()
    // The ticket does not hear of the new book before it is sent.
    const held: Route[] = []
    let isHeld = true
    await visit.page.route('**/v1/orders/preview', (route) => (isHeld ? void held.push(route) : route.fallback()))
    await scene.control('EXCHANGE_A', 'book', { market: scene.market.ticker, bids: [[0.4, 100]], asks: [[0.6, 100]] })
    await ticket.getByRole('button', { name: 'Buy 10 at market' }).click()
    await ticket.getByText('Cancelled (the market is beyond the price it was to keep to), nothing filled').waitFor()
    isHeld = false
    await Promise.all(held.map((route) => route.continue()))
    await visit.page.unroute('**/v1/orders/preview')
    await scene.control('EXCHANGE_A', 'book', { market: scene.market.ticker, bids: [[0.4, 100]], asks: [[0.45, 100]] })
  })

  it('fills in the best price of its side, until the user types one, and takes the other side for No', async () => {
    await open()
    const ticket = panel('Ticket')
    const limit = ticket.getByLabel('Limit price, ¢')
    await ticket.getByRole('button', { name: 'Limit', exact: true }).click()
    await ticket.getByRole('button', { name: 'Yes 45¢' }).click()
    await ticket.getByRole('button', { name: 'Ask 45¢' }).click()
    await visit.page.evaluate(FORGET_TICKETS)
    await visit.page.reload()
    await expect.poll(() => limit.inputValue()).toBe('45')
    await ticket.getByRole('button', { name: 'No 60¢' }).click()
    await expect.poll(() => limit.inputValue()).toBe('60')
    await ticket.getByRole('button', { name: 'Sell', exact: true }).click()
    await expect.poll(() => limit.inputValue()).toBe('55')
    await limit.press('ArrowUp')
    await limit.press('Shift+ArrowDown')
    expect(await limit.inputValue()).toBe('46')
    await ticket.getByRole('button', { name: 'Buy', exact: true }).click()
    expect(await limit.inputValue()).toBe('46')
    await panel('Order book').getByRole('button', { name: 'Bid 40¢, 100 contracts' }).click()
    await ticket.getByRole('button', { name: 'Buy 10 No at 60¢' }).waitFor()
    await line('Sent as', 'sell 10 Yes at 40¢').waitFor()
    await line('Pays if No', '$10.00').waitFor()
    await ticket.getByRole('button', { name: 'Yes 45¢' }).click()
  })

  it('buys a bracket for an amount in dollars, which the cost of the preview does not exceed', async () => {
    await visit.go(`markets/${scene.market.svc_id}?side=buy&price=0.45`)
    const ticket = panel('Ticket')
    await ticket.getByRole('button', { name: '$', exact: true }).click()
    await ticket.getByLabel('Dollars, fee included').fill('$10')
    await ticket.getByLabel('Take profit, ¢').fill('60')
    await ticket.getByLabel('Stop loss, ¢').fill('3o')
    const [profit, loss] = [ticket.getByLabel('Take profit, ¢'), ticket.getByLabel('Stop loss, ¢')]
    // A fault under one field moves neither.
    expect((await loss.boundingBox())?.y).toBe((await profit.boundingBox())?.y)
    await loss.fill('30')
    await ticket.getByText(/^≈ −\$\d/).waitFor()
    const answered = visit.page.waitForResponse(
      (response) => response.url().endsWith('/v1/orders/preview') && isWith31(response.request().postData()),
    )
    await loss.fill('31')
    const previewed: { readonly cash_needed: number; readonly qty: number } = await (await answered).json()
    expect(previewed.cash_needed).toBeLessThanOrEqual(10)
    expect(previewed.cash_needed).toBeGreaterThan(9.5)
    const sent = visit.page.waitForRequest(
      (request) => request.url().endsWith('/v1/orders') && request.method() === 'POST',
    )
    await ticket.getByRole('button', { name: `Buy ${previewed.qty} at 45¢` }).click()
    const exit = { trigger_order: { qty: previewed.qty } }
    expect((await sent).postDataJSON()).toMatchObject({ price: 0.45, conditional_orders_params: [exit, exit] })
    const outcome = ticket.getByText(`Filled ${previewed.qty} at 45¢`)
    await outcome.waitFor()
    const shown = await outcome.boundingBox()
    expect((shown?.y ?? 900) + (shown?.height ?? 0)).toBeLessThanOrEqual(900)
    await (await dockTab(visit.page, 'Stops'))
      .getByText(`Stop loss: sell ${previewed.qty} at market when mark reaches 31¢`)
      .waitFor()
    // All that is held is sold. The exits of the purchase are none of the sale.
    await ticket.getByRole('button', { name: 'Sell', exact: true }).click()
    expect(await profit.inputValue()).toBe('')
    await ticket.getByRole('button', { name: 'Bid 40¢' }).click()
    await ticket.getByRole('button', { name: 'Max' }).click()
    await line('Position after', 'none').waitFor()
    await ticket.getByRole('button', { name: 'Buy', exact: true }).click()
  })

  it('sends an order in dollars again as it was, though the book moved after the answer was lost', async () => {
    const { page } = visit
    visit.expect(/ERR_FAILED/)
    await open()
    const ticket = panel('Ticket')
    await ticket.getByRole('button', { name: 'Buy', exact: true }).click()
    await ticket.getByRole('button', { name: 'Market', exact: true }).click()
    await ticket.getByRole('button', { name: '$', exact: true }).click()
    await ticket.getByLabel('Dollars, fee included').fill('5')
    const sent: unknown[] = []
    let isLost = true
    await page.route(/\/v1\/orders$/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      sent.push([route.request().headers()['idempotency-key'], route.request().postData()])
      if (isLost) await route.abort('failed')
      else await route.fallback()
    })
    await ticket.getByRole('button', { name: /^Buy [\d.]+ at market/ }).click()
    await ticket.getByText('Whether it was done is not known.').waitFor()
    await scene.control('EXCHANGE_A', 'book', { market: scene.market.ticker, bids: [[0.4, 100]], asks: [[0.44, 100]] })
    await ticket.getByRole('button', { name: 'Yes 44¢' }).waitFor()
    // The size of an amount in dollars follows the book each two seconds.
    await page.waitForTimeout(2_500)
    isLost = false
    await ticket.locator('[type=submit]').click()
    await ticket.getByRole('link', { name: 'Follow it' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(visit.complaints).toEqual([])
    visit.expect(undefined)
    await scene.control('EXCHANGE_A', 'book', { market: scene.market.ticker, bids: [[0.4, 100]], asks: [[0.45, 100]] })
    await ticket.getByRole('button', { name: 'Limit', exact: true }).click()
    await ticket.getByRole('button', { name: 'Qty', exact: true }).click()
  })

  it('says at the amount that more cash is needed than is free, before it is sent', async () => {
    await open()
    const ticket = panel('Ticket')
    await ticket.getByLabel('Limit price, ¢').fill('45')
    await ticket.getByLabel('Contracts').fill('100,000,000')
    await ticket
      .locator('.amount')
      .getByText(/^It needs \$[\d,.]+, more than is free\.$/)
      .waitFor()
    expect(await ticket.getByLabel('Contracts').getAttribute('aria-invalid')).toBe('true')
    await ticket.getByLabel('Contracts').fill('10')
  })

  it('is used without a mouse: / searches, b buys, Enter goes to the button, Shift-Enter sends, Esc leaves', async () => {
    const { page } = visit
    await visit.go('positions')
    await page.keyboard.press('/')
    await page.keyboard.type('senate maine')
    await page.getByRole('heading', { name: 'Search: senate maine', level: 1 }).waitFor()
    // The question exists on both exchanges.
    const onKalshi = panel('Markets').getByRole('row').filter({ hasText: 'Kalshi' })
    const found = onKalshi.getByRole('link', { name: scene.market.name }).first()
    await found.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('BODY')
    await page.keyboard.press('/')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('result')
    await found.focus()
    await page.keyboard.press('Enter')
    await panel('Ticket').waitFor()
    await page.keyboard.press('b')
    await page.keyboard.type('3')
    await panel('Ticket').getByLabel('Limit price, ¢').focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    const send = panel('Ticket').getByRole('button', { name: 'Buy 3 at 12¢' })
    await send.and(page.locator(':focus')).waitFor()
    expect(await panel('Ticket').getByRole('link', { name: 'Follow it' }).count()).toBe(0)
    await page.keyboard.press('Shift+Enter')
    await (await dockTab(page, 'Orders')).getByText('0 of 3').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await panel('Ticket').getByRole('button', { name: 'Sell 3 at 12¢' }).waitFor()
    // The price of a purchase is kept, and would sell far below the bid.
    await panel('Ticket').getByText('This may sell down to 12¢. The best bid is 40¢.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await panel('Ticket').getByRole('button', { name: 'Sell 3 No at 55¢' }).waitFor()
  })

  it('leaves no message', () => {
    expect(visit.complaints).toEqual([])
  })
}

const FORGET_TICKETS = `for (const key of Object.keys(sessionStorage)) if (key.startsWith('ticket')) sessionStorage.removeItem(key)`

/** True if an order has a stop at 31 cents. */
const isWith31 = (body: string | null): boolean => body?.includes('"stop_order_price":0.31}') === true
