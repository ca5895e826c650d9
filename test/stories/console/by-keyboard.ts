/** All of the console is within reach of the keyboard: the command palette, keys that lead to pages, and the list of all keys. */

import { beforeAll, expect, it } from 'vitest'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import type { Visit } from '../../support/browser/console-visit.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const byKeyboard = (stage: Stage): void => {
  let scene: Scene
  let visit: Visit
  let orderId: string
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'senate georgia')
    visit = await stage.tab()
    orderId = await scene.order({ price: 0.37, qty: 13 })
    await scene.until(orderId, 'RESTING')
  }, 180_000)
  const heading = (name: string | RegExp) => visit.page.getByRole('heading', { name, level: 1, exact: true })
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await visit.page.keyboard.press(key)
  }
  /** The list of what the palette has found. */
  const found = () => visit.page.getByRole('listbox', { name: 'Found' })
  const chosen = () => found().getByRole('option', { selected: true })
  /** Opens the palette, and types. */
  const find = async (text: string) => {
    await press('Control+k')
    await visit.page.getByRole('combobox', { name: /^Find a page/ }).waitFor()
    await visit.page.keyboard.type(text)
  }

  it('finds pages, own orders and markets by typed words, and goes there by Enter', async () => {
    await visit.go('balances')
    await find('stop twap')
    await press('Enter')
    await heading('Stops and TWAPs').waitFor()
    await find('buy 13')
    await chosen().getByText('Buy 13 at 37¢').waitFor()
    await press('Enter')
    await heading('Buy 13 at 37¢').waitFor()
    // No result is there yet: Enter waits for the first one.
    await find('senate maine')
    await press('Enter')
    await heading(/Maine/).waitFor()
    await find('senate maine')
    await found().getByRole('option').nth(1).waitFor()
    await press('ArrowUp')
    expect(await chosen().textContent()).toBe('Search markets for “senate maine”')
    await press('Enter')
    await heading('Search: senate maine').waitFor()
  })

  it('gives the focus back when the palette is left', async () => {
    await visit.go('orders')
    const all = visit.page.getByRole('button', { name: 'All', exact: true })
    await all.focus()
    await find('nothing')
    await press('Escape')
    expect(await all.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true)
  })

  it('asks before a command of the palette halts or cancels', async () => {
    await find('halt')
    await press('Enter')
    await visit.page.getByRole('dialog', { name: /^Halt/ }).waitFor()
    await press('Escape')
    const path = { subaccount_id: stage.service.subaccountId }
    const limits = await scene.client.GET('/v1/subaccounts/{subaccount_id}/limits', { params: { path } })
    expect(limits.data?.halted).toBe(false)
    await find('cancel all')
    await press('Enter')
    const question = visit.page.getByRole('dialog', { name: /What of .* do you want to cancel/ })
    await question.getByRole('button', { name: 'Cancel all orders' }).press('Enter')
    await question.getByText(/Cancelling \d+ orders?\./).waitFor()
    await scene.until(orderId, 'CANCELLED')
    await press('Escape')
  })

  it('leads to each page of the navigation by the keys of its list', async () => {
    const links = visit.page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    const titles = await links.allTextContents()
    await press('?')
    const list = visit.page.getByRole('dialog', { name: 'Keys' })
    await list.waitFor()
    for (const title of titles) {
      const row = list.locator('dl > div').filter({ has: visit.page.locator(`dt:text-is("${title}")`) })
      const keys = await row.locator('kbd').allTextContents()
      expect(keys, title).toHaveLength(2)
      // The last one is a page of its own.
      if (title === 'API reference') continue
      await press('Escape', ...keys.map((key) => key.toLowerCase()))
      await heading(title).waitFor()
      await press('?')
      await list.waitFor()
    }
    // A dialog has the keys.
    await press('g', 'o')
    await press('Escape')
    await heading('Health').waitFor()
  })

  it('leaves the focus on the link of an order when the order comes', async () => {
    const { page } = visit
    const parent = await scene.order({
      price: 0.02,
      conditional_orders_params: [
        { conditional_order_type: 'TP', trigger_order: { qty: 10, buy_flag: false, price: 0.9 } },
      ],
    })
    let deliver = () => {}
    const held = new Promise<void>((resolve) => {
      deliver = resolve
    })
    await page.route(`**/v1/orders/${parent}`, async (route) => {
      await held
      await route.continue()
    })
    await visit.go('conditionals')
    const link = page.locator(`main a[href="#/orders/${parent}"]`)
    await link.focus()
    expect(await link.textContent()).toBe('Order')
    deliver()
    await page.getByRole('link', { name: 'Buy 10 at 2¢' }).waitFor()
    expect(await link.evaluate((one) => one.ownerDocument.activeElement === one)).toBe(true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await scene.client.DELETE('/v1/orders/{order_id}', { params: { path: { order_id: parent } } })
  })

  it('takes a key that comes as soon as a dialog is closed', async () => {
    await visit.go('positions')
    await heading('Positions').waitFor()
    await press('?')
    const list = visit.page.getByRole('dialog', { name: 'Keys' })
    await list.waitFor()
    // The focus is still in the dialog: the browser moves it when it draws the page again.
    await visit.page.evaluate(`
      document.querySelector('dialog[open]').close()
      for (const key of ['g', 'o'])
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    `)
    await heading('Orders').waitFor()
  })

  it('takes no key of a field, and none that is pressed with another', async () => {
    const { page } = visit
    await visit.go('positions')
    await press('g', 'Alt+o', 'Control+o')
    await page.getByLabel('Search markets and events').focus()
    await page.keyboard.type('g o?')
    await heading('Search: g o?').waitFor()
    await page.goBack()
    await heading('Positions').waitFor()
    // Esc leaves the field.
    await press('Escape', 'g', 'o')
    await heading('Orders').waitFor()
  })

  it('lets the user turn single keys off, because a program that types what is said would press them', async () => {
    const { page } = visit
    await visit.go('positions')
    await heading('Positions').waitFor()
    await press('?')
    const box = page.getByLabel('Single keys act')
    await box.uncheck()
    await press('Escape')
    await page.reload()
    await heading('Positions').waitFor()
    await press('g', 'o', '?')
    await find('show all keys')
    await press('Enter')
    await box.check()
    await press('Escape', 'g', 'o')
    await heading('Orders').waitFor()
    expect(visit.complaints).toEqual([])
  })
}
