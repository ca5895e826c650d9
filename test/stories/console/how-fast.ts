/** How fast the console is. The figures are printed and not tested, because they depend on the machine. */

import { expect, it } from 'vitest'
import { sceneOf } from '../../support/browser/console-scene.ts'
import { PATIENCE_MS, visitConsole } from '../../support/browser/console-visit.ts'
import type { Stage } from '../../support/browser/stage.ts'

export const howFast = (stage: Stage): void => {
  it('shows its first paint, and a chart soon after a click on a market', async () => {
    const { market } = await sceneOf(stage.service, 'senate ohio')
    const visit = await visitConsole(stage.browser, stage.service)
    const { page } = visit
    const paint = await page.evaluate(FIRST_PAINT)
    // The chart code is loaded while the page is idle, so the first click waits for the prices alone.
    await expect.poll(() => page.evaluate(CHART_PARTS), { timeout: PATIENCE_MS }).toBe(1)
    const chart: number[] = []
    for (let click = 0; click < 3; click += 1) {
      await visit.go('markets')
      await page
        .getByPlaceholder(/search/i)
        .first()
        .fill(market.name)
      const link = page.locator(`main a[href="#/markets/${market.svc_id}"]`).first()
      await link.waitFor()
      await page.evaluate(NOTE_CLICK)
      await link.click()
      await expect.poll(() => page.evaluate(SHOWN), { timeout: PATIENCE_MS, interval: 20 }).toBe(true)
      chart.push(await page.evaluate(CLICK_TO_CHART))
    }
    console.log(`Console: first paint ${paint} ms; click to chart ${chart.join(', ')} ms (the first visit comes first)`)
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it('keeps its frames while a book changes twenty times a second', async () => {
    const { market } = await sceneOf(stage.service, 'senate ohio')
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
    await visit.go(`markets/${market.svc_id}`)
    const book = page.getByRole('region', { name: 'Order book', exact: true })
    await book.getByRole('button', { name: 'Bid 40¢, 100 contracts' }).waitFor()
    await page.evaluate(COUNT_FRAMES)
    const CHANGES = 60
    for (let change = 1; change <= CHANGES; change += 1) {
      push({ op: 'event', channel: `book:${market.svc_id}`, data: bookOf(market.svc_id, change) })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await book.getByRole('button', { name: `Bid 40¢, 1,0${CHANGES} contracts` }).waitFor()
    const { frames, long, longest } = await page.evaluate<{ frames: number; long: number; longest: number }>(FRAMES)
    console.log(`Console: ${CHANGES} books in ${frames} frames; ${long} took over 50 ms, the longest ${longest} ms`)
    expect(frames).toBeGreaterThan(0)
    expect(visit.complaints).toEqual([])
    await visit.end()
  })
}

const bookOf = (svc_id: number, change: number) => {
  const levels = (from: number, step: number) =>
    Array.from({ length: 10 }, (_, depth) => ({
      price: Math.round((from + step * depth) * 100) / 100,
      qty: depth === 0 ? 1_000 + change : 100 + ((change * 37 + depth * 11) % 400),
    }))
  const orderbook = { as_of: new Date().toISOString(), bids: levels(0.4, -0.01), asks: levels(0.45, 0.01) }
  return { svc_id, orderbook, message: null }
}

const FIRST_PAINT = `Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)`

const CHART_PARTS = `performance.getEntriesByType('resource').filter(({ name }) => /[/]chart-[^/]*$/.test(name)).length`

const NOTE_CLICK = `(() => {
  performance.clearMarks()
  addEventListener('click', () => performance.mark('clicked'), { capture: true, once: true })
})()`
const SHOWN = `performance.getEntriesByName('chart shown').length > 0`
const CLICK_TO_CHART = `Math.round(
  performance.getEntriesByName('chart shown')[0].startTime - performance.getEntriesByName('clicked')[0].startTime)`

const COUNT_FRAMES = `(() => {
  const times = (globalThis.frameTimes = [])
  const frame = (at) => { times.push(at); requestAnimationFrame(frame) }
  requestAnimationFrame(frame)
})()`
const FRAMES = `(() => {
  const gaps = frameTimes.slice(1).map((at, place) => at - frameTimes[place])
  return { frames: gaps.length, long: gaps.filter((gap) => gap > 50).length, longest: Math.round(Math.max(...gaps)) }
})()`
