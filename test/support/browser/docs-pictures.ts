/** Makes the pictures of the README and the animation of the console guide: the page of a market, and a trade on it. */

import { writeFileSync } from 'node:fs'
import type { Browser, BrowserContext, Locator } from 'playwright-core'
import type { RunningService } from '#local/stack/start-service.ts'
import { animatedWebp, type Frame } from './animated-webp.ts'
import { type Scene, sceneOf } from './console-scene.ts'
import { type Visit, visitConsole } from './console-visit.ts'
import { moneyOf } from './money-of.ts'
import { movableLines } from './movable-lines.ts'

/** Small enough to be read at the width of a page of text. */
const FILM = { width: 1100, height: 860 }

/** Writes `console-market-light.png`, `console-market-dark.png` and `console-trade.webp` into the folder. */
export const docsPictures = async (service: RunningService, browser: Browser, folder: string): Promise<void> => {
  await pictures(service, browser, folder)
  await animation(service, browser, folder)
}

const pictures = async (service: RunningService, browser: Browser, folder: string): Promise<void> => {
  const scene = await traded(service, 'senate maine')
  const cash = async () => (await moneyOf(scene.client, service.subaccountId)).cash
  const before = await cash()
  await scene.until(await scene.order({ price: 0.44, qty: 40, ...exits(40) }), 'EXECUTED')
  for (const price of [0.42, 0.38]) await scene.order({ price, qty: 25 })
  // A page that opens earlier shows the cash of before.
  while ((await cash()) === before) await new Promise((resolve) => setTimeout(resolve, 500))
  const visit = await visitConsole(browser, service)
  await visit.go(`markets/${scene.market.svc_id}`)
  await movableLines(visit.page, 4)
  for (const colorScheme of ['light', 'dark'] as const) {
    await visit.page.emulateMedia({ colorScheme })
    await visit.page.waitForTimeout(SETTLED_MS)
    await visit.page.screenshot({ path: `${folder}/console-market-${colorScheme}.png` })
  }
  await visit.end()
}

const animation = async (service: RunningService, browser: Browser, folder: string): Promise<void> => {
  const scene = await traded(service, 'senate ohio')
  const prepare = async (context: BrowserContext): Promise<void> => {
    await context.addInitScript(POINTER)
  }
  const visit = await visitConsole(browser, service, { prepare })
  const { page } = visit
  await page.setViewportSize(FILM)
  await visit.go(`markets/${scene.market.svc_id}`)
  const camera = filming(visit)
  const settle = () => page.waitForTimeout(SETTLED_MS)
  const ticket = page.getByRole('region', { name: 'Ticket', exact: true })
  const ask = ticket.getByRole('button', { name: 'Ask 44¢' })
  await ask.waitFor()
  await ticket.getByText('free').waitFor()
  await settle()
  await camera.rest(1_600)
  await camera.click(ask)
  for (const [label, text] of [
    ['Contracts', '40'],
    ['Take profit, ¢', '60'],
    ['Stop loss, ¢', '34'],
  ] as const)
    await camera.type(ticket.getByLabel(label, { exact: true }), text)
  await ticket.getByText('Lose at most').waitFor()
  await settle()
  await camera.rest(2_000)
  await camera.click(ticket.locator('[type=submit]'))
  await ticket.getByText('Filled 40 at 44¢.').waitFor()
  await page.getByRole('button', { name: /^SL 40 at 34¢ is below/ }).waitFor()
  await settle()
  await camera.rest(2_600)
  await camera.click(page.getByRole('button', { name: 'Show all lines' }))
  const [, loss = 0] = await movableLines(page, 2)
  await settle()
  await camera.rest(1_600)
  const box = await page.locator('.chart').boundingBox()
  const x = (box?.x ?? 0) + 260
  await camera.move(x, loss)
  await page.mouse.down()
  await camera.move(x, loss - 45)
  await camera.rest(900)
  await page.mouse.up()
  await page.getByRole('dialog').getByText('A new one is placed first').waitFor()
  await settle()
  await camera.rest(1_800)
  await camera.click(page.getByRole('dialog').getByRole('button', { name: /^Move to/ }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await movableLines(page, 2)
  await settle()
  await camera.move(x, (box?.y ?? 0) + (box?.height ?? 0) + 40)
  await camera.rest(3_200)
  const blank = await browser.newPage()
  writeFileSync(`${folder}/console-trade.webp`, await animatedWebp(blank, camera.frames, FILM))
  await blank.close()
  await visit.end()
}

/** Colours fade, and the stream brings what changed. */
const SETTLED_MS = 2_000

const exits = (qty: number) => ({
  conditional_orders_params: [
    { conditional_order_type: 'TP', trigger_order: { qty, buy_flag: false, price: 0.6 } },
    { conditional_order_type: 'SL', trigger_order: { qty, buy_flag: false, stop_order_price: 0.34 } },
  ],
})

/** A market with a deep book and some trades of others. */
const traded = async (service: RunningService, words: string): Promise<Scene> => {
  const scene = await sceneOf(service, words)
  const market = scene.market.ticker
  const steps = [1, 2, 3, 4, 5, 6, 7]
  await scene.control('EXCHANGE_A', 'book', {
    market,
    bids: steps.map((step) => [(44 - step) / 100, 120 * step]),
    asks: steps.map((step) => [(43 + step) / 100, 110 * step]),
  })
  for (const [at, price] of [0.44, 0.43, 0.44, 0.44, 0.43, 0.43, 0.44].entries())
    await scene.control('EXCHANGE_A', 'trade', { market, price, qty: 3 + ((at * 7) % 11), buy_flag: price === 0.44 })
  return scene
}

/** Takes frames of a visit. A frame is shown as long as the story says, however slow the machine is. */
const filming = ({ page }: Visit) => {
  const frames: Frame[] = []
  let at = { x: FILM.width / 2, y: FILM.height / 2 }
  const rest = async (ms: number): Promise<void> => {
    frames.push({ png: await page.screenshot(), ms })
  }
  const move = async (x: number, y: number): Promise<void> => {
    const from = at
    for (let step = 1; step <= STEPS; step += 1) {
      // Slow at both ends.
      const part = (1 - Math.cos((step / STEPS) * Math.PI)) / 2
      at = { x: from.x + (x - from.x) * part, y: from.y + (y - from.y) * part }
      await page.mouse.move(at.x, at.y)
      await rest(STEP_MS)
    }
  }
  const click = async (target: Locator): Promise<void> => {
    const box = await target.boundingBox()
    if (box === null) throw new Error(`${target} is not on the page`)
    await move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await rest(120)
    await page.mouse.up()
    await rest(350)
  }
  const type = async (field: Locator, text: string): Promise<void> => {
    await click(field)
    await field.fill('')
    for (const letter of text) {
      await field.pressSequentially(letter)
      await rest(180)
    }
  }
  return { frames, rest, move, click, type }
}

const STEPS = 8
const STEP_MS = 60

/** Screenshots have no pointer, so the page draws one. */
const POINTER = `addEventListener('mousemove', ({ clientX, clientY, isTrusted }) => {
  if (!isTrusted) return
  let pointer = document.getElementById('pointer')
  if (pointer === null) {
    pointer = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    pointer.id = 'pointer'
    pointer.setAttribute('viewBox', '0 0 16 24')
    const arrow = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    arrow.setAttribute('d', 'M1 1v18l4.6-4.2 3 6.8 3-1.3-3-6.7H15z')
    arrow.setAttribute('fill', '#111')
    arrow.setAttribute('stroke', '#fff')
    pointer.append(arrow)
    Object.assign(pointer.style, { position: 'fixed', width: '16px', height: '24px', pointerEvents: 'none', zIndex: 99 })
  }
  // A dialog is over the page.
  const over = document.querySelector('dialog[open]') ?? document.body
  if (pointer.parentElement !== over) over.append(pointer)
  Object.assign(pointer.style, { left: clientX + 'px', top: clientY + 'px' })
}, true)`
