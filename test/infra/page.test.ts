/** The console is small, and is what the policy allows: no style or script in its markup, no address of others. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handler as getConsole } from '#functions/api/service/get-console.ts'
import { buildPage, type Page } from '#infra/page.ts'
import { hasChromium } from '../support/browser/chromium-path.ts'
import { launchBrowser } from '../support/browser/console-visit.ts'

let folder = ''
let page: Page
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-'))
  page = buildPage(getConsole.spec.page ?? '', folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const kilobytes = (which: (asset: Page['assets'][number]) => boolean): number =>
  page.assets.filter((asset) => asset.name.endsWith('.js') && which(asset)).reduce((sum, { bytes }) => sum + bytes, 0) /
  1024

describe('the console', () => {
  it('has at most 60 KB of compressed script at the start, 120 KB with the chart, and 88 KB of all but the chart', () => {
    expect(kilobytes(({ atStart }) => atStart)).toBeLessThanOrEqual(60)
    expect(kilobytes(({ atStart, name }) => atStart || name.startsWith('chart-'))).toBeLessThanOrEqual(120)
    expect(kilobytes(({ name }) => !name.startsWith('chart-'))).toBeLessThanOrEqual(88)
  })

  it('loads the library of the chart only when a chart is shown', () => {
    const chart = page.assets.find(({ name }) => name.startsWith('chart-'))
    expect(chart?.atStart).toBe(false)
    expect(chart?.bytes).toBeGreaterThan(40_000)
  })

  it('is markup without style, script or address of others', () => {
    const html = readFileSync(join(folder, 'index.html'), 'utf8')
    expect(html).toMatch(/src="\/v1\/console\/main-[A-Z0-9]+\.js"/)
    expect(html).toMatch(/href="\/v1\/console\/main-[A-Z0-9]+\.css"/)
    expect(html).not.toMatch(/style=|<style|<script>|https?:\/\/|%/)
  })

  it.skipIf(!hasChromium('the built page'))(
    'starts in a browser: the sign-in, and a page that is loaded later',
    async () => {
      const browser = await launchBrowser()
      const tab = await browser.newPage()
      const errors: string[] = []
      tab.on('pageerror', (error) => errors.push(error.stack ?? error.message))
      await tab.route('**/*', serve)
      await tab.goto('http://console.example/v1/console')
      await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
      await tab.evaluate('sessionStorage.setItem("api-key", "a key")')
      await tab.goto('http://console.example/v1/console#/orders')
      await tab.reload()
      await tab.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
      expect(errors).toEqual([])
      await browser.close()
    },
    60_000,
  )
})

/** Answers with the built files. The service has no subaccount and does not answer anything else. */
const serve = async (route: Route): Promise<void> => {
  const { pathname } = new URL(route.request().url())
  const name = basename(pathname)
  const asset = page.assets.find((one) => one.name === name)
  if (pathname === '/v1/console') await route.fulfill({ path: join(folder, 'index.html') })
  else if (pathname === '/v1/subaccounts') await route.fulfill({ json: [] })
  else if (asset === undefined) await route.fulfill({ status: 503, json: {} })
  else
    await route.fulfill({
      contentType: name.endsWith('.js') ? 'text/javascript' : 'text/css',
      body: gunzipSync(readFileSync(join(folder, `${name}.gz`))),
    })
}
