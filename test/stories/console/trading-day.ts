/** A day of a trader, from the first look at the money to the payout, in one tab. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Scene, sceneOf } from '../../support/browser/console-scene.ts'
import { type Visit, visitConsole } from '../../support/browser/console-visit.ts'
import { dockTab } from '../../support/browser/dock-tab.ts'
import { moneyOf } from '../../support/browser/money-of.ts'
import { movableLines } from '../../support/browser/movable-lines.ts'
import type { Stage } from '../../support/browser/stage.ts'

/** Contracts that a program of the trader buys. */
const OF_PROGRAM = 10

export const tradingDay = (stage: Stage): void => {
  let scene: Scene
  let visit: Visit
  /** Contracts of the bracket. */
  let bought = 0
  beforeAll(async () => {
    scene = await sceneOf(stage.service, 'democratic senate texas')
    visit = await visitConsole(stage.browser, stage.service)
  }, 180_000)
  afterAll(async () => {
    await visit.end()
    const { data } = await scene.client.GET('/v1/watchlists')
    await scene.client.PUT('/v1/watchlists', { body: { version: data?.version ?? 0, watchlists: [] } })
  })

  /** All contracts, in hundredths as the exchange trades them. */
  const held = () => Math.round((bought + OF_PROGRAM) * 100) / 100
  const panel = (name: string) => visit.page.getByRole('region', { name, exact: true })
  const ticket = () => panel('Ticket')
  const dialog = () => visit.page.getByRole('dialog')
  const toast = (text: string) => visit.page.locator('.toast').filter({ hasText: text })
  const strip = () => visit.page.getByRole('banner').locator('.money')

  /** The header and the page show the same money as the service. */
  const moneyAgrees = async () => {
    const { equity, cash } = await moneyOf(scene.client, stage.service.subaccountId)
    const [above, below] = [await strip().innerText(), await panel('Money').innerText()]
    return [above.includes(equity), below.includes(equity), below.includes(cash)].join()
  }
  const untilMoneyAgrees = () => expect.poll(moneyAgrees).toBe('true,true,true')

  /** Least and most equity that the header has shown, less the first one. */
  const equityMoved = async (): Promise<readonly [number, number]> => {
    const texts = await visit.page.evaluate<readonly string[]>('equities')
    const [first = Number.NaN, ...later] = texts.map((text) => Number(text.replaceAll(/[$,]/g, '')))
    return [Math.min(first, ...later) - first, Math.max(first, ...later) - first]
  }

  it('begins with the money, and a star puts a market into a watchlist', async () => {
    const { page } = visit
    await untilMoneyAgrees()
    await page.evaluate(RECORD_EQUITY)
    await page.keyboard.press('/')
    await page.keyboard.type('democratic senate texas')
    const row = panel('Markets').getByRole('row').filter({ hasText: 'Kalshi' }).filter({ hasText: scene.market.name })
    const star = row.getByRole('button', { name: `Watch ${scene.market.name}` })
    await star.click()
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: '★ Watchlist' }).click()
    const watched = panel('Watchlist').getByRole('row').filter({ hasText: scene.market.name })
    await watched.getByText('40¢', { exact: true }).waitFor()
    await watched.getByText('45¢', { exact: true }).waitFor()
    await watched.getByRole('link', { name: scene.market.name }).click()
  })

  it('leads over the ladder of the event to a ticket with the chosen outcome', async () => {
    const { page } = visit
    await page
      .locator('.page-head')
      .getByRole('link', { name: scene.market.event_title ?? 'Event' })
      .click()
    const rung = panel('Outcomes')
      .locator('tbody tr')
      .filter({ has: page.locator(`a[href="#/markets/${scene.market.svc_id}"]`) })
    await rung.getByText('No 60¢').waitFor()
    await rung.getByRole('link', { name: /^Yes/ }).click()
    await ticket().getByRole('button', { name: 'Yes 45¢', pressed: true }).waitFor()
    await expect.poll(() => ticket().getByLabel('Limit price, ¢').inputValue()).toBe('45')
  })

  it('rests a bracket bought for dollars, and never for more of them', async () => {
    await ticket().getByRole('button', { name: '$', exact: true }).click()
    await ticket().getByLabel('Dollars, fee included').fill('10')
    await ticket().getByLabel('Limit price, ¢').fill('41')
    await ticket().getByLabel('Take profit, ¢').fill('60')
    await ticket().getByLabel('Stop loss, ¢').fill('30')
    const sum = (name: string) => ticket().locator('.sums > div, .gist dl > div').filter({ hasText: name })
    await sum('Fills at once').getByText('nothing').waitFor()
    const send = ticket().locator('[type=submit]')
    bought = Number(/^Buy ([\d.]+) at 41¢$/.exec(await send.innerText())?.[1])
    await sum('Rests').getByText(`${bought}`, { exact: true }).waitFor()
    const costs = Number((await sum('Costs').locator('dd').innerText()).replace('$', ''))
    expect(costs).toBeLessThanOrEqual(10)
    expect(costs).toBeGreaterThan(9.5)
    await send.click()
    await ticket().getByText(`Resting, 0 of ${bought}`).waitFor()
    await (await dockTab(visit.page, 'Orders')).getByText('41¢', { exact: true }).waitFor()
    await panel('Order book')
      .getByRole('button', { name: `Bid 41¢, ${bought} contracts` })
      .waitFor()
  })

  it('amends the resting order, and says so until the exchange has done it', async () => {
    await scene.control('EXCHANGE_A', 'faults', { kind: 'hold', path: '/amend' })
    const orders = await dockTab(visit.page, 'Orders')
    await orders.getByRole('button', { name: /^Amend/ }).click()
    await dialog().getByLabel('Limit price, ¢').fill('42')
    await dialog().getByRole('button', { name: 'Change it' }).click()
    await orders.getByText('Changing 41 → 42¢').waitFor()
    await scene.control('EXCHANGE_A', 'faults', undefined, 'DELETE')
    await orders.getByText('Changing').waitFor({ state: 'detached' })
    await orders.getByText('42¢', { exact: true }).waitFor()
    await panel('Order book')
      .getByRole('button', { name: `Bid 42¢, ${bought} contracts` })
      .waitFor()
  })

  it('fills it at the new price, and arms both exits', async () => {
    const { ticker: market } = scene.market
    await scene.control('EXCHANGE_A', 'trade', { market, price: 0.42, qty: bought, buy_flag: false })
    const position = await dockTab(visit.page, 'Position')
    await position.getByText(`${bought} Yes`, { exact: true }).waitFor()
    await position.getByText('42¢', { exact: true }).first().waitFor()
    await (await dockTab(visit.page, 'Orders')).getByText('60¢', { exact: true }).waitFor()
    await (await dockTab(visit.page, 'Stops'))
      .getByText(`Stop loss: sell ${bought} at market when mark reaches 30¢`)
      .waitFor()
  })

  it('moves the stop loss by its line on the chart', async () => {
    const { page } = visit
    const [, loss = 0] = await movableLines(page, 2)
    const x = ((await page.locator('.chart').boundingBox())?.x ?? 0) + 120
    await page.mouse.move(x, loss)
    await page.mouse.down()
    await page.mouse.move(x, loss - 25, { steps: 4 })
    await page.mouse.up()
    const cents = await dialog().getByLabel('New price, ¢').inputValue()
    expect(Number(cents)).toBeGreaterThan(30)
    expect(Number(cents)).toBeLessThan(42)
    await dialog()
      .getByRole('button', { name: `Move to ${cents}¢` })
      .click()
    const stops = await dockTab(page, 'Stops')
    await stops.getByText(`Stop loss: sell ${bought} at market when mark reaches ${cents}¢`).waitFor()
    await stops.getByText('reaches 30¢').waitFor({ state: 'detached' })
    expect(await stops.getByText('Stop loss:').count()).toBe(1)
  })

  it('reports a fill of a program by a toast, the bell and the title', async () => {
    const { page } = visit
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await bell.click()
    await page.keyboard.press('Escape')
    await scene.order({ price: 0.45, qty: OF_PROGRAM })
    await toast(`Bought ${OF_PROGRAM} at 45¢`).getByRole('link', { name: scene.market.name }).waitFor()
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications, 1 new')
    await expect.poll(() => page.title()).toBe(`(1) ${scene.market.name} · Trading console`)
    const position = await dockTab(page, 'Position')
    await position.getByText(`${held()} Yes`, { exact: true }).waitFor()
  })

  it('shows the same on a telephone, with the ticket as a sheet', async () => {
    const { page } = visit
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Buy Yes 45¢' }).click()
    const after = dialog().locator('.sums > div').filter({ hasText: 'Position after' })
    await after.getByText(`${held()} Yes`).waitFor()
    await dialog().getByRole('button', { name: 'Close' }).click()
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('link', { name: 'Positions' }).click()
    const row = page.getByRole('row').filter({ hasText: scene.market.name })
    await row.getByText(`${held()} Yes`, { exact: true }).waitFor()
    await pages.getByRole('link', { name: 'Overview' }).click()
    await untilMoneyAgrees()
    // An amend of an exit would be refused.
    const own = panel('Open orders').getByRole('row').filter({ hasText: scene.market.name })
    const exit = own.filter({ hasText: 'Take profit of an order' })
    await exit.getByRole('button', { name: /^Move/ }).waitFor()
    expect(await exit.getByRole('button', { name: /^Amend/ }).count()).toBe(0)
    // No fill has shown a gain or a loss that was none.
    const [least, most] = await equityMoved()
    expect([least > -1, most < 1], `${least} to ${most}`).toEqual([true, true])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })

  it('ends with the payout: it is reported, the position is gone, and the money is cash', async () => {
    const row = panel('Positions').getByRole('row').filter({ hasText: scene.market.name })
    await row.getByText(`${held()} Yes`).waitFor()
    await scene.control('EXCHANGE_A', 'resolve', { market: scene.market.ticker, outcome: 'yes' })
    await toast(`Settled: $${held().toFixed(2)} paid.`).waitFor({ timeout: 100_000 })
    await row.waitFor({ state: 'detached' })
    await untilMoneyAgrees()
    const [least] = await equityMoved()
    expect(least).toBeGreaterThan(-1)
    expect(visit.complaints).toEqual([])
  })
}

const RECORD_EQUITY = `(() => {
  globalThis.equities = []
  const record = () => {
    const text = document.querySelector('.money .figure')?.textContent
    if (text?.startsWith('$') && text !== equities.at(-1)) equities.push(text)
  }
  record()
  const all = { subtree: true, childList: true, characterData: true }
  new MutationObserver(record).observe(document.querySelector('.topbar'), all)
})()`
