/** Trading by hand, in a real browser: sign in, buy, see it fill in parts, cancel, a stop, a bracket, close, HALT. */

import { beforeAll, expect, it } from 'vitest'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import { type Visit, visitConsole } from '../../support/browser/console-visit.ts'
import { dockTab } from '../../support/browser/dock-tab.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const tradingByHand = (stage: Stage): void => {
  let scene: Scene
  let visit: Visit
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'senate maine')
    visit = await stage.tab()
  }, 180_000)

  const open = () => visit.go(`markets/${scene.market.svc_id}`)
  const panel = (name: string) => visit.page.getByRole('region', { name, exact: true })

  it('begins at the bare address, with a link that signs in once, or with a key', async () => {
    const { browser, service } = stage
    const first = await visitConsole(browser, service, { apiKey: '' })
    await first.page.goto(service.baseUrl)
    await first.page.waitForURL(`${service.baseUrl}/v1/console`)
    await first.page.goto('about:blank')
    await first.page.goto(service.signInUrl)
    await first.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    expect(first.page.url()).not.toContain('sign-in')
    expect(first.complaints).toEqual([])
    await first.end()
    const second = await visitConsole(browser, service, { apiKey: '', expected: /410/ })
    await second.page.goto('about:blank')
    await second.page.goto(service.signInUrl)
    await second.page.getByText('This link has been used').waitFor()
    second.expect(/401/)
    await second.page.getByLabel('API key').fill('pmt_unknown')
    await second.page.getByRole('button', { name: 'Sign in' }).click()
    await second.page.getByText('The service does not know this key.').waitFor()
    await second.page.getByLabel('API key').fill(service.apiKey)
    await second.page.getByRole('button', { name: 'Sign in' }).click()
    await second.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    expect(second.complaints).toEqual([])
    await second.end()
  })

  it('takes the price of a clicked level, shows the cost, and buys', async () => {
    await open()
    await panel('Order book').getByRole('button', { name: 'Ask 45¢, 100 contracts' }).click()
    const ticket = panel('Ticket')
    expect(await ticket.getByLabel('Limit price, ¢').inputValue()).toBe('45')
    await ticket.getByText('10 at 45¢', { exact: true }).waitFor()
    await ticket.getByRole('button', { name: 'Buy 10 at 45¢' }).click()
    const said = await visit.page.locator('.toast').last().boundingBox()
    const send = await ticket.getByRole('button', { name: 'Buy 10 at 45¢' }).boundingBox()
    // The message does not cover the button of the next order.
    expect((said?.x ?? 0) + (said?.width ?? Number.NaN)).toBeLessThan(send?.x ?? Number.NaN)
    await ticket.getByText('Filled 10 at 45¢').waitFor()
    // A second click sends no second order, unless the user says so.
    expect(await ticket.getByRole('button', { name: 'Buy 10 at 45¢' }).isDisabled()).toBe(true)
    await ticket.getByRole('button', { name: 'Order again' }).click()
    expect(await ticket.getByRole('button', { name: 'Buy 10 at 45¢' }).isDisabled()).toBe(false)
    await ticket.getByRole('link', { name: 'Follow it' }).click()
    await visit.page.getByText('Executed', { exact: true }).first().waitFor()
    await visit.page.getByText('10 of 10').first().waitFor()
    await visit.page.getByText('Filled 10 at 45¢').waitFor()
  })

  it('shows an order that fills in part, amends it, and cancels the rest', async () => {
    const id = await scene.order({ price: 0.41, qty: 20 })
    await scene.until(id, 'RESTING')
    await scene.control('EXCHANGE_A', 'trade', { market: scene.market.ticker, price: 0.41, qty: 5, buy_flag: false })
    await open()
    const own = await dockTab(visit.page, 'Orders')
    await own.getByText('Partially filled').waitFor()
    await own.getByText('5 of 20').waitFor()
    await own.getByRole('button', { name: /^Amend the order/ }).click()
    const dialog = visit.page.getByRole('dialog')
    await dialog.waitFor()
    // The dialog is in a cell of a table without line breaks.
    expect(await visit.page.evaluate(TOO_WIDE)).toBe(false)
    // The dialog explains why the change cannot be sent and the button does nothing.
    await dialog.getByText('Nothing is changed yet.').waitFor()
    // The offered price is selected: a typed one replaces it.
    await visit.page.keyboard.type('150')
    expect(await dialog.getByLabel('Limit price, ¢').inputValue()).toBe('150')
    await dialog.getByText('Enter prices in cents, above 0¢ and below 100¢.').waitFor()
    await dialog.getByLabel('Limit price, ¢').fill('41')
    await dialog.getByLabel('Contracts in all').fill('3')
    visit.expect(/409/)
    await dialog.getByRole('button', { name: 'Change it' }).click()
    await dialog.getByRole('alert').waitFor()
    visit.expect(undefined)
    await dialog.getByLabel('Contracts in all').fill('15')
    await dialog.getByRole('button', { name: 'Change it' }).click()
    await own.getByText('5 of 15').waitFor()
    await own.getByRole('button', { name: /^Cancel the order/ }).click()
    await own.getByText('No open orders here.').waitFor()
    await visit.go(`orders/${id}`)
    await visit.page.getByText('Cancelled', { exact: true }).first().waitFor()
    await visit.page.getByText('Cancellation requested').waitFor()
  })

  it('warns that a stop would fire at once, and arms it only after confirmation; Shift-Enter arms a waiting one once', async () => {
    await open()
    const ticket = panel('Ticket')
    await ticket.getByRole('button', { name: 'Stop', exact: true }).click()
    await ticket.getByLabel('Stop price, ¢').fill('5')
    await ticket.getByText('This fires at once: the price is 42.5¢ already.').waitFor()
    const wrong = ticket.getByRole('button', { name: 'Arm: buy 10 at market when mark reaches 5¢' })
    expect(await wrong.isDisabled()).toBe(true)
    await ticket.getByLabel('Fire it at once').check()
    expect(await wrong.isDisabled()).toBe(false)
    await ticket.getByLabel('or trail by, ¢').fill('3')
    await ticket.getByText('Enter a stop price, or how far the stop trails: not both.').waitFor()
    await ticket.getByLabel('or trail by, ¢').fill('')
    await ticket.getByLabel('Stop price, ¢').fill('60')
    const send = ticket.getByRole('button', { name: 'Arm: buy 10 at market when mark reaches 60¢' })
    expect(await send.isDisabled()).toBe(false)
    await visit.page.keyboard.press('Shift+Enter')
    await ticket.getByText('Armed', { exact: true }).waitFor()
    await visit.page.keyboard.press('Shift+Enter')
    expect(await send.isDisabled()).toBe(true)
    const armed = await dockTab(visit.page, 'Stops')
    await armed.getByText('Stop: buy 10 at market when mark reaches 60¢').waitFor()
    await armed.getByRole('button', { name: /^Move: Stop: buy 10/ }).click()
    const dialog = visit.page.getByRole('dialog')
    await dialog.getByLabel('New price, ¢').fill('7')
    await dialog.getByText('This fires at once: the price is 42.5¢ already.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Move to 7¢' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await armed.getByRole('button', { name: /^Cancel: Stop: buy 10/ }).click()
  })

  it('sends a bracket, and shows its exits as a tree under it', async () => {
    await open()
    const ticket = panel('Ticket')
    await ticket.getByRole('button', { name: 'Limit', exact: true }).click()
    await ticket.getByLabel('Limit price, ¢').fill('45')
    await ticket.getByLabel('Take profit, ¢').fill('60')
    await ticket.getByLabel('Stop loss, ¢').fill('30')
    await ticket.getByRole('button', { name: 'Buy 10 at 45¢' }).click()
    await ticket.getByRole('link', { name: 'Follow it' }).waitFor()
    await visit.go('conditionals')
    const stops = panel('Stops and exits')
    await stops.getByText('Stop loss: sell 10 at market when mark reaches 30¢').waitFor()
    await stops.getByText('Take profit: sell 10 at 60¢').waitFor()
    // The stop that the stop loss has armed is no second one.
    expect(await stops.getByText('Stop: sell 10').count()).toBe(0)
    await stops.getByText('Executed').first().waitFor()
    // A take profit that rests has not been reached.
    await stops.getByText('Resting, 0 of 10').waitFor()
    expect(await stops.getByText('Triggered').count()).toBe(0)
    // A list and its panel are not two places of one name.
    await visit.go('orders')
    expect(await visit.page.getByRole('region', { name: 'Open orders', exact: true }).count()).toBe(1)
    // The order of an exit says so, and is moved as one: an amend of it would be refused.
    const itsOrder = visit.page.getByRole('row').filter({ hasText: 'Take profit of an order' })
    await itsOrder.getByRole('button', { name: /^Move/ }).waitFor()
    expect(await itsOrder.getByRole('button', { name: /^Amend/ }).count()).toBe(0)
    await visit.go('conditionals')
    await stops.getByRole('link', { name: 'Buy 10 at 45¢' }).first().click()
    const exits = panel('Exits and stops of this order')
    await exits.getByText('Stop loss: sell 10 at market when mark reaches 30¢').waitFor()
    await exits.getByText('Resting, 0 of 10').waitFor()
    expect(await exits.getByText('Triggered').count()).toBe(0)
    expect(await exits.getByText('Stop: sell 10').count()).toBe(0)
  })

  it('closes a position after a question about remaining exits and stops, and shows the outcome', async () => {
    const { page } = visit
    const { svc_id } = scene.market
    await scene.client.POST('/v1/complex-orders', {
      body: {
        subaccount_id: stage.service.subaccountId,
        svc_id,
        twap_order_params: { buy_flag: true, total_qty: 20, duration_s: 600, slices: 4, limit_price: 0.05 },
      },
    })
    await visit.go('positions')
    const row = page.getByRole('row').filter({ hasText: scene.market.name })
    await row.getByRole('button', { name: /^Close the position/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Take profit: sell 10 at 60¢').waitFor()
    const held = Number(/You hold (\d+)/.exec(await dialog.innerText())?.[1])
    await dialog.getByText(`Sells ${held - 10} contracts`).waitFor()
    await dialog.getByRole('button', { name: `Close ${held - 10} now` }).waitFor()
    await dialog.getByText('it still trades here and opens the position again').waitFor()
    await dialog.getByRole('button', { name: /^Cancel: TWAP/ }).click()
    await dialog.getByText('it still trades here').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Cancel 1 exit and close all' }).click()
    await page.getByText('The closing order is sent.').waitFor()
    await page.getByText(`: Filled ${held} at 40¢.`).waitFor()
    await row.waitFor({ state: 'detached' })
    await visit.go('fills')
    await page.getByRole('cell', { name: 'Sell' }).first().waitFor()
  })

  it('halts, and then offers to cancel open and armed orders', async () => {
    const { page } = visit
    await scene.until(await scene.order({ price: 0.12 }), 'RESTING')
    await visit.go('balances')
    await page.getByRole('button', { name: 'HALT' }).click()
    await page.getByRole('button', { name: 'Halt now' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Orders on the book stay there').waitFor()
    await dialog.getByRole('button', { name: 'Cancel all orders' }).click()
    await dialog.getByText(/Cancelling \d+ orders?\./).waitFor()
    await dialog.getByRole('button', { name: 'Cancel all stops and TWAPs' }).click()
    await dialog.getByText(/Cancelling \d+ stop/).waitFor()
    // The link leads to the page that ends the halt, and closes the question.
    await dialog.getByRole('link', { name: 'Limits' }).click()
    await page.getByRole('heading', { name: 'Limits', level: 1 }).waitFor()
    expect(await dialog.count()).toBe(0)
    await visit.go('balances')
    const banner = page.getByText('is halted. Only cancels and orders that reduce a position are taken.')
    await banner.getByRole('link', { name: 'Limits' }).click()
    await page.getByRole('heading', { name: 'Limits', level: 1 }).waitFor()
    await open()
    await panel('Ticket').getByLabel('Limit price, ¢').fill('44')
    // The message links to the page that ends the halt, and the order is not offered.
    await panel('Ticket')
      .getByText(/end the halt on the page Limits/)
      .waitFor()
    await panel('Ticket').getByRole('alert').getByRole('link', { name: 'Limits' }).waitFor()
    await panel('Ticket').getByText('This order would be refused, for the reason above.').waitFor()
    const send = panel('Ticket').getByRole('button', { name: 'at 44¢' })
    expect(await send.getAttribute('aria-disabled')).toBe('true')
    await visit.go('limits')
    await page.getByRole('button', { name: 'End the halt' }).click()
    await page.getByRole('button', { name: 'HALT', exact: true }).waitFor()
  })

  it('leaves no message, breaks no rule of its policy, and calls no other server', () => {
    expect(visit.complaints).toEqual([])
  })
}

const TOO_WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.querySelector('dialog[open]')
  return scrollWidth > clientWidth
})()`
