/** The console is small, and is what the policy allows: no style or script in its markup, no address of others. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handler as getConsole } from '#functions/api/service/get-console.ts'
import { buildPage, type Page } from '#infra/page.ts'

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
  it('has at most 60 KB of compressed script at the start, 120 KB with the chart, and 120 KB of all but the chart', () => {
    expect(kilobytes(({ atStart }) => atStart)).toBeLessThanOrEqual(60)
    expect(kilobytes(({ atStart, name }) => atStart || name.startsWith('chart-'))).toBeLessThanOrEqual(120)
    expect(kilobytes(({ name }) => !name.startsWith('chart-'))).toBeLessThanOrEqual(120)
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
})
