/** The forms of the console: a missing value, or a fault reported by the service, is shown beside its field. */

import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import type { Visit } from '../../support/browser/console-visit.ts'
import { FIND_BROKEN } from '../../support/browser/find-broken.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const forms = (stage: Stage): void => {
  let scene: Scene
  let visit: Visit
  let page: Page
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'senate ohio')
    visit = await stage.tab()
    page = visit.page
  }, 180_000)

  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const openTicket = async () => {
    await visit.go(`markets/${scene.market.svc_id}`)
    // On a telephone the ticket is a sheet.
    if (isNarrow()) await button(/^Buy Yes/).click()
  }
  const isNarrow = () => (page.viewportSize()?.width ?? 0) < 768

  /** Every form: opens it, prepares it, and returns the button that sends it. */
  const opened: Record<string, () => Promise<Locator>> = {
    key: async () => {
      await visit.go('keys')
      return button('Make a key')
    },
    subaccount: async () => {
      await visit.go('subaccounts')
      return button('Make it')
    },
    webhook: async () => {
      await visit.go('webhooks')
      return page.getByRole('button', { name: 'Register', exact: true })
    },
    'custom asset': async () => {
      await visit.go('custom-assets')
      await button(/New custom asset/).click()
      return button('Make it')
    },
    credentials: async () => {
      await visit.go('subaccounts')
      await panel('Kalshi credentials')
        .first()
        .getByRole('button', { name: /Add|Replace/ })
        .click()
      return button('Verify and store')
    },
    limits: async () => {
      await visit.go('limits')
      return button(/^Set limits/)
    },
    switch: async () => {
      await visit.go('limits')
      return button(/^(Arm|Renew)$/)
    },
    'limit order': async () => {
      await openTicket()
      await choose('Limit')
      return button(/^Buy (?:[\d,]+|–) at (.*¢|–)$/)
    },
    stop: async () => {
      await openTicket()
      await choose('Stop')
      return button(/^Arm:/)
    },
    TWAP: async () => {
      await openTicket()
      await choose('TWAP')
      return button(/^Start TWAP/)
    },
  }
  opened['filled custom asset'] = async () => {
    const send = await open('custom asset')
    await page.getByRole('dialog').getByLabel('Markets').fill(scene.market.name)
    await button(`Add ${scene.market.name}`).first().click()
    return send
  }
  opened['change of an order'] = async () => {
    await scene.until(await scene.order({ price: 0.04, qty: 6 }), 'RESTING')
    await visit.go(`markets/${scene.market.svc_id}?tab=orders`)
    // Another story may have left one.
    await button(/^Amend the order: buy 6 at 4¢/)
      .first()
      .click()
    return button('Change it')
  }
  const choose = (kind: string) => panel('Ticket').getByRole('button', { name: kind, exact: true }).click()
  const open = (form: string): Promise<Locator> => opened[form]?.() ?? Promise.reject(new Error(form))

  const LACKING = [
    ['key', {}, 'Name', 'Enter a name'],
    ['subaccount', {}, 'Name', 'Enter a name.'],
    ['webhook', {}, 'Address', 'Enter the address that gets the events.'],
    ['custom asset', { Name: 'Ohio' }, 'Markets', 'Search for markets, and add at least one.'],
    ['credentials', { 'API key id': 'some' }, 'Private key (PEM)', 'Enter the private key.'],
    ['limits', { 'Contracts of one order': 'ten' }, 'Contracts of one order', '“ten” is not a number.'],
    ['switch', { 'Seconds, 10 to 86,400': '' }, 'Seconds, 10 to 86,400', 'Enter the seconds.'],
    ['limit order', { 'Limit price, ¢': '' }, 'Limit price, ¢', 'Enter a price, or click a level of the book.'],
    ['stop', { 'Stop price, ¢': '' }, 'Stop price, ¢', 'Enter the price at which the stop fires.'],
    ['TWAP', { Minutes: '' }, 'Minutes', 'Enter how many minutes it takes.'],
  ] as const
  it.each(LACKING)(
    'name the missing value of the form %s beside its field, when it is sent',
    async (form, typed, label, words) => {
      const send = await open(form)
      for (const [name, text] of Object.entries(typed)) await page.getByLabel(name, { exact: true }).fill(text)
      // A grey button can be pressed to learn why it is grey.
      await send.press('Enter')
      const field = page.getByLabel(label, { exact: true })
      await expect.poll(() => beside(field)).toContain(words)
      await expectAtFault(field)
    },
  )

  const REFUSED = [
    ['key', { Name: 'desk' }, /api-keys$/, ['name'], 'Name'],
    ['subaccount', { Name: 'desk' }, /subaccounts$/, ['name'], 'Name'],
    ['filled custom asset', { Name: 'Ohio' }, /custom-assets$/, ['name'], 'Name'],
    ['change of an order', { 'Contracts in all': '9' }, /orders\/[^/]+$/, ['qty'], 'Contracts in all'],
    ['webhook', { Address: 'https://example.com/hook' }, /webhooks$/, ['description'], 'Description'],
    [
      'credentials',
      { 'API key id': 'a', 'Private key (PEM)': 'b' },
      /EXCHANGE_A$/,
      ['private_key'],
      'Private key (PEM)',
    ],
    ['limits', {}, /limits$/, ['max_order_cost'], 'Cost of one order, $'],
    ['switch', {}, /dead-mans-switch$/, ['timeout_s'], 'Seconds, 10 to 86,400'],
    ['limit order', { 'Limit price, ¢': '12' }, /orders$/, ['price'], 'Limit price, ¢'],
    [
      'limit order',
      { 'Limit price, ¢': '12', 'Stop loss, ¢': '3' },
      /orders$/,
      ['conditional_orders_params', 0],
      'Stop loss, ¢',
    ],
    [
      'limit order',
      { 'Limit price, ¢': '12', 'Take profit, ¢': '30', 'Stop loss, ¢': '3' },
      /orders$/,
      ['conditional_orders_params', 0, 'trigger_order', 'price'],
      'Take profit, ¢',
    ],
    [
      'stop',
      { 'Stop price, ¢': '80' },
      /complex-orders$/,
      ['conditional_order_params', 'trigger_order', 'qty'],
      'Contracts',
    ],
    ['TWAP', { Minutes: '20' }, /complex-orders$/, ['twap_order_params', 'slices'], 'Slices'],
  ] as const
  it.each(REFUSED)(
    'show a fault reported by the service for the form %s at its field',
    async (form, typed, url, loc, label) => {
      visit.expect(/422/)
      const send = await open(form)
      for (const [name, text] of Object.entries(typed)) await page.getByLabel(name, { exact: true }).fill(text)
      const refuse = {
        detail: [{ type: 'x', loc: ['body', ...loc], msg: 'Value error, no moon is full', input: null }],
      }
      const isChange = (method: string) => ['POST', 'PUT', 'PATCH'].includes(method)
      await page.route(url, (route) =>
        isChange(route.request().method()) ? route.fulfill({ status: 422, json: refuse }) : route.fallback(),
      )
      await expect.poll(() => send.isDisabled()).toBe(false)
      await send.click()
      const field = page.getByLabel(label, { exact: true })
      await expect.poll(() => beside(field)).toContain('No moon is full.')
      await expectAtFault(field)
      // The fault is shown there alone, and disappears with the next typed character.
      expect(await page.getByText('No moon is full.').count()).toBe(1)
      await field.pressSequentially('1')
      expect(await page.getByText('No moon is full.').count()).toBe(0)
    },
  )

  it('show the fault of an order with a past end beside the end', async () => {
    visit.expect(/422/)
    await open('limit order')
    await page.getByLabel('Limit price, ¢').fill('12')
    await page.getByLabel('Good for').selectOption('GTD')
    await page.getByLabel('Ends at').fill('2020-01-01T10:00')
    await expect.poll(() => beside(page.getByLabel('Ends at'))).toBe('The end of the order must be in the future.')
  })

  it('mark contracts that are no number, and no other field of the ticket', async () => {
    const send = await open('limit order')
    await page.getByLabel('Limit price, ¢').fill('12')
    await page.getByLabel('Contracts', { exact: true }).fill('abc')
    await send.press('Enter')
    await expectAtFault(page.getByLabel('Contracts', { exact: true }))
    expect(await page.getByLabel('Good for').getAttribute('aria-invalid')).toBe('false')
    expect(await beside(page.getByLabel('Good for'))).toBe('')
  })

  it('move the focus to a faulty field after the send, and not once the user types elsewhere', async () => {
    await open('switch')
    await page.getByLabel('Seconds, 10 to 86,400').fill('soon')
    // Without waiting for the next picture.
    const focused = page.evaluate(`(async () => {
    const arm = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Arm')
    arm.focus()
    arm.click()
    for (let n = 0; n < 20; n += 1) await null
    return document.activeElement.getAttribute('aria-invalid')
  })()`)
    expect(await focused).toBe('true')
  })

  it('keep a dialog open while a change is on its way, and show its outcome', async () => {
    visit.expect(/409/)
    const change = await open('change of an order')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Contracts in all').fill('9')
    let answer = (): void => undefined
    let requested = 0
    await page.route(/orders\/[^/]+$/, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      requested += 1
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.fulfill({ status: 409, json: { code: 'no', detail: `No moon is full, ${requested}.` } })
    })
    await change.click()
    await expect.poll(() => requested).toBe(1)
    for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key)
    await page.mouse.click(3, 3)
    await dialog.getByRole('button', { name: 'Hide' }).waitFor()
    answer()
    await dialog.getByText('No moon is full, 1.').waitFor()
    await change.click()
    await expect.poll(() => requested).toBe(2)
    await dialog.getByRole('button', { name: 'Hide' }).click()
    expect(await dialog.count()).toBe(0)
    answer()
    await page.locator('.toast').getByText('No moon is full, 2.').waitFor()
  })

  it('make no custom asset by Enter while markets are searched for', async () => {
    await open('filled custom asset')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Not yet')
    await dialog.getByLabel('Markets').press('Enter')
    // Enter in the name sends the form as well.
    expect((await scene.client.GET('/v1/custom-assets')).data?.map(({ name }) => name)).not.toContain('Not yet')
    await dialog.getByLabel('Name').press('Enter')
    await page.getByRole('heading', { name: 'Not yet' }).waitFor()
  })

  it('keep an unsent ticket for each market over a reload, and forget a sent one', async () => {
    await open('limit order')
    const ticket = panel('Ticket')
    await ticket.getByRole('button', { name: 'Sell', exact: true }).click()
    await ticket.getByLabel('Contracts').fill('7')
    await ticket.getByLabel('Limit price, ¢').fill('93')
    await page.reload()
    const send = ticket.getByRole('button', { name: 'Sell 7 at 93¢' })
    await send.waitFor()
    const other = await sceneOf(stage.service, 'senate texas')
    await visit.go(`markets/${other.market.svc_id}`)
    // A new ticket begins with the best price.
    await expect.poll(() => ticket.getByLabel('Limit price, ¢').inputValue()).toBe('45')
    await openTicket()
    await ticket.getByRole('button', { name: 'Buy', exact: true }).click()
    await ticket.getByLabel('Limit price, ¢').fill('3')
    await ticket.getByRole('button', { name: 'Buy 7 at 3¢' }).click()
    await ticket.getByRole('link', { name: 'Follow it' }).waitFor()
    await page.reload()
    await ticket.waitFor()
    await expect.poll(() => ticket.getByLabel('Limit price, ¢').inputValue()).toBe('45')
    expect(await ticket.getByLabel('Contracts').inputValue()).toBe('10')
  })

  it.each([
    [1440, 2],
    [390, 3],
  ])('show the outcome in view, and on no button of the ticket, %i wide', async (width, price) => {
    await page.setViewportSize({ width, height: 900 })
    await open('limit order')
    await page.getByLabel('Limit price, ¢').fill(`${price}`)
    // Each width has its own price: the outcome of the other width is still shown, and a narrow page hides all but the newest.
    await panel('Ticket')
      .getByRole('button', { name: `Buy 10 at ${price}¢` })
      .click()
    const toast = page.locator('.toast', { hasText: `Sent: Buy 10 at ${price}¢.` }).last()
    const box = await toast.boundingBox()
    if (box === null) throw new Error('nothing is told')
    if (isNarrow()) expect(box.y + box.height).toBeLessThan(450)
    else expect(box.y).toBeLessThan(120)
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    // In the half of a wide page that a trader looks at, too.
    if (width > 1000) expect(box.x + box.width / 2).toBeGreaterThan(width / 3)
    for (const one of await panel('Ticket').getByRole('button').all()) {
      const place = await one.boundingBox()
      if (place === null) continue
      const isApart =
        place.x >= box.x + box.width ||
        place.x + place.width <= box.x ||
        place.y >= box.y + box.height ||
        place.y + place.height <= box.y
      expect(isApart, await one.innerText()).toBe(true)
    }
    expect(await page.locator('.toasts').last().getAttribute('aria-live')).toBe('polite')
  })

  it.each([1440, 390])('fit the ticket, whatever its kind of order, %i wide', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    await openTicket()
    for (const kind of ['Limit', 'Market', 'Stop', 'TWAP']) {
      await choose(kind)
      await panel('Ticket').getByLabel('Contracts').fill('1,000,000')
      expect(await page.evaluate(FIND_BROKEN), kind).toEqual([])
      const [frame, send] = await Promise.all(
        [panel('Ticket'), panel('Ticket').locator('[type=submit]')].map((one) => one.boundingBox()),
      )
      expect((send?.x ?? Number.NaN) + (send?.width ?? 0), kind).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0))
    }
  })

  /** Text that a screen reader announces beside the name of a field. */
  const beside = async (field: Locator): Promise<string> =>
    page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).innerText()

  /** Expects the field to be marked and focused. */
  const expectAtFault = async (field: Locator): Promise<void> => {
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const id = await field.getAttribute('id')
    await expect.poll(() => page.locator(`[id="${id}"]:focus`).count()).toBe(1)
  }

  /** Removes all state of a story before the next one. */
  afterEach(async () => {
    await page.unrouteAll()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(FORGET_TICKETS)
    // A page that asks the service for nothing.
    await visit.go('nowhere')
    visit.expect(undefined)
  })

  it('leave no message', () => {
    expect(visit.complaints).toEqual([])
  })
}

const FORGET_TICKETS = `for (const key of Object.keys(sessionStorage)) if (key.startsWith('ticket')) sessionStorage.removeItem(key)`
