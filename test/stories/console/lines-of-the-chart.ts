/** Orders, stops and exits are lines of the chart. Dragging a line moves its order, after a question. */

import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import type { Visit } from '../../support/browser/console-visit.ts'
import { dockTab } from '../../support/browser/dock-tab.ts'
import { movableLines } from '../../support/browser/movable-lines.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const linesOfTheChart = (stage: Stage): void => {
  let scene: Scene
  let visit: Visit
  let entry: string
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'senate north carolina')
    const exit = { qty: 10, buy_flag: false }
    entry = await scene.order({
      price: 0.45,
      conditional_orders_params: [
        { conditional_order_type: 'TP', trigger_order: { ...exit, price: 0.6 } },
        { conditional_order_type: 'SL', trigger_order: { ...exit, stop_order_price: 0.3 } },
      ],
    })
    await scene.until(entry, 'EXECUTED')
    // Farther away than the invented past of a market ever was.
    await scene.until(await scene.order({ price: 0.03 }), 'RESTING')
    visit = await stage.tab()
    await visit.go(`markets/${scene.market.svc_id}`)
    await (await stops()).getByText('Stop loss: sell 10 at market when mark reaches 30¢').waitFor()
    await (await orders()).getByText('60¢').waitFor()
  }, 180_000)

  const orders = () => dockTab(visit.page, 'Orders')
  const stops = () => dockTab(visit.page, 'Stops')
  const region = (name: string) => visit.page.getByRole('region', { name, exact: true })
  const dialog = () => visit.page.getByRole('dialog')

  const conditionals = async (kind: 'SL' | 'TP' | 'STOP') => {
    const query = { svc_id: scene.market.svc_id, limit: 100 }
    const { data } = await scene.client.GET('/v1/complex-orders', { params: { query } })
    return (data?.complex_orders.conditional_orders ?? []).filter(
      ({ complex_order_subtype }) => complex_order_subtype === kind,
    )
  }

  it('are tags at the edge while they are far from the price, and a tag shows them', async () => {
    const { page } = visit
    await page.getByRole('button', { name: 'Buy 10 at 3¢ is below the prices shown. Show it.' }).click()
    await page
      .getByRole('button', { name: /is (above|below) the prices shown/ })
      .first()
      .waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Show all lines' }).getAttribute('aria-pressed')).toBe('true')
    await movableLines(page, 3)
  })

  it('stop at each price step while they are dragged, and the new price is shown', async () => {
    const [, loss = 0] = await movableLines(visit.page, 3)
    await hold(visit.page, loss, -25)
    await visit.page.getByText(/^SL 10: 30¢ → 3\d¢$/).waitFor()
    await visit.page.keyboard.press('Escape')
    await visit.page.mouse.up()
    expect(await dialog().count()).toBe(0)
  })

  it('move a stop loss: the new one is placed before the old one is cancelled', async () => {
    const [before] = (await conditionals('SL')).filter(({ status }) => status === 'ACTIVE')
    const [, loss = 0] = await movableLines(visit.page, 3)
    await drag(visit.page, loss, -25)
    const cents = await dialog().getByLabel('New price, ¢').inputValue()
    expect(Number(cents)).toBeGreaterThan(30)
    expect(Number(cents)).toBeLessThan(45)
    await dialog().getByText('A new one is placed first').waitFor()
    await dialog()
      .getByRole('button', { name: `Move to ${cents}¢` })
      .click()
    await (await stops()).getByText(`Stop loss: sell 10 at market when mark reaches ${cents}¢`).waitFor()
    await (await stops()).getByText('reaches 30¢').waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await conditionals('SL')).map(({ status }) => status), { interval: 200 })
      .toEqual(['ACTIVE', 'CANCELLED'])
    const after = await conditionals('SL')
    const [moved] = after
    expect(moved?.conditional_order).toMatchObject({
      parent_svc_order_id: entry,
      trigger_stop_order_price: Number(cents) / 100,
      trigger_order_qty: 10,
    })
    const old = after.find(({ complex_order_id }) => complex_order_id === before?.complex_order_id)
    expect(old?.status).toBe('CANCELLED')
    expect(Date.parse(moved?.created_at ?? '')).toBeLessThanOrEqual(Date.parse(old?.updated_at ?? ''))
    // The list of armed orders no longer shows the old one.
    await visit.go('conditionals')
    await region('Stops and exits').getByText(`reaches ${cents}¢`).waitFor()
    expect(await region('Stops and exits').getByText('reaches 30¢').count()).toBe(0)
    await visit.go(`markets/${scene.market.svc_id}`)
    expect(visit.complaints).toEqual([])
  })

  it('are drawn for a bracket, and Esc returns a line to its place', async () => {
    const [profit, loss, limit, ...more] = await movableLines(visit.page, 3)
    expect([profit, loss, limit].every((y) => y !== undefined) && more.length === 0).toBe(true)
    await hold(visit.page, loss ?? 0, -30)
    await visit.page.keyboard.press('Escape')
    await visit.page.mouse.up()
    expect(await dialog().count()).toBe(0)
  })

  it('move a resting take profit, without offering more than the position', async () => {
    const [profit = 0] = await movableLines(visit.page, 3)
    await drag(visit.page, profit, 20)
    const cents = await dialog().getByLabel('New price, ¢').inputValue()
    await dialog()
      .getByRole('button', { name: `Move to ${cents}¢` })
      .click()
    await (await orders()).getByText(`${cents}¢`).waitFor()
    await (await orders()).getByText('60¢').waitFor({ state: 'detached' })
    const offers = async () => {
      const { data } = await scene.client.GET('/v1/orders', { params: { query: { svc_id: scene.market.svc_id } } })
      return (data?.orders ?? [])
        .filter(({ buy_flag }) => !buy_flag)
        .map(({ status, price, qty }) => [status, price, qty])
    }
    await expect.poll(offers, { interval: 200 }).toEqual([
      ['RESTING', Number(cents) / 100, 10],
      ['CANCELLED', 0.6, 10],
    ])
  })

  it('amend a limit order', async () => {
    const limit = (await movableLines(visit.page, 3)).at(-1) ?? 0
    await drag(visit.page, limit, -15)
    const cents = await dialog().getByLabel('Limit price, ¢').inputValue()
    expect(Number(cents)).toBeGreaterThan(3)
    await dialog().getByRole('button', { name: 'Change it' }).click()
    await (await orders()).getByText(`${cents}¢`, { exact: true }).waitFor()
    await (await orders()).getByText('3¢', { exact: true }).waitFor({ state: 'detached' })
  })

  it('are moved by keyboard as well; a standalone stop is cancelled first, so that two never fire', async () => {
    const { page } = visit
    await scene.client.POST('/v1/complex-orders', {
      body: {
        subaccount_id: stage.service.subaccountId,
        svc_id: scene.market.svc_id,
        conditional_order_params: {
          conditional_order_type: 'STOP',
          stop_order_price: 0.1,
          trigger_order: { qty: 5, buy_flag: false },
        },
      },
    })
    await (await stops()).getByRole('button', { name: /^Move: Stop: sell 5/ }).focus()
    await page.keyboard.press('Enter')
    await dialog().getByText('The old one is cancelled first').waitFor()
    await dialog().getByLabel('New price, ¢').fill('12')
    await dialog().getByRole('button', { name: 'Move to 12¢' }).focus()
    await page.keyboard.press('Enter')
    await (await stops()).getByText('Stop: sell 5 at market when mark reaches 12¢').waitFor()
    const standalone = async () =>
      (await conditionals('STOP'))
        .filter(({ conditional_order }) => conditional_order?.trigger_order_qty === 5)
        .map(({ status, conditional_order }) => [status, conditional_order?.stop_order_price])
    await expect.poll(standalone, { interval: 200 }).toEqual([
      ['ACTIVE', 0.12],
      ['CANCELLED', 0.1],
    ])
    expect(visit.complaints).toEqual([])
  })
}

/** Grabs a line and drags it down by the given pixels, without a release. */
const hold = async (page: Page, y: number, by: number): Promise<void> => {
  const box = await page.locator('.chart').boundingBox()
  const x = (box?.x ?? 0) + 120
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + by, { steps: 4 })
}

const drag = async (page: Page, y: number, by: number): Promise<void> => {
  await hold(page, y, by)
  await page.mouse.up()
}
