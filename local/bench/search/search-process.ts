/**
 * One part of the search benchmark in a process of its own, so that its memory is its own: `make`s the snapshot, or `search`es it. Prints its
 * figures as one line of JSON.
 */

import { createReadStream, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { loadedSnapshot } from '#adapters/search/queries/loaded-snapshot.ts'
import type { SnapshotStore } from '#adapters/search/snapshot/snapshot-store.ts'
import { openStage } from '#adapters/search/stage/stage.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Log } from '#ports/kernel/log.ts'
import { peakMemoryMb } from '../peak-memory.ts'
import { quantile } from '../quantile.ts'
import { generatedCatalogue } from './generated-catalogue.ts'
import { searchQuestions } from './search-questions.ts'

const [part = '', file = '', size = '', rounds = ''] = process.argv.slice(2)
const COUNT = Number(size)
const catalogue = () => generatedCatalogue(COUNT, NOW)
/** The catalogue is the same whenever it is made. */
const NOW = Date.parse('2026-11-21T00:00:00Z')

const make = async () => {
  const inventing = await timed(async () => {
    for (const _ of catalogue());
  })
  const whole = await timed(async () => {
    const stage = openStage(dirname(file))
    let page: Market[] = []
    const take = (): void => {
      stage.catalogue.take(page, { walk: 1, now: NOW })
      page = []
    }
    for (const market of catalogue()) if (page.push(market) === 1_000) take()
    take()
    stage.tidy()
    const { bytes } = await stage.bytes(NOW)
    writeFileSync(file, bytes)
    stage.close()
    return bytes.length
  })
  return { ms: whole.ms - inventing.ms, bytes: whole.value, peakRssMb: peakMemoryMb() }
}

const search = async () => {
  const store: Pick<SnapshotStore, 'get'> = {
    get: async (known) => (known === '1' ? null : { version: '1', bytes: createReadStream(file) }),
  }
  const index = loadedSnapshot({ store, folder: dirname(file), clock: Date.now, log: SILENT })
  const first = await timed(() => index.search({ text: 'bitcoin', status: 'active' }, { limit: 20, offset: 0 }))
  const rssMb = process.memoryUsage.rss() / 2 ** 20
  const kinds = await answerAll(async ({ filter, page }) => (await index.search(filter, page)).total)
  return { coldMs: first.ms, rssMb, peakRssMb: peakMemoryMb(), kinds }
}

const answerAll = async (
  answer: (question: ReturnType<typeof searchQuestions>[number]['ask'][number]) => Promise<number>,
) => {
  const kinds = []
  for (const { what, ask } of searchQuestions(catalogue(), COUNT)) {
    const times: number[] = []
    let total = 0
    for (let round = 0; round < Number(rounds); round++) {
      const question = ask[round % ask.length]
      if (question === undefined) throw new Error(`nothing to ask: ${what}`)
      const { ms, value } = await timed(() => answer(question))
      times.push(ms)
      total = Math.max(total, value)
    }
    kinds.push({ what, total, p50: quantile(times, 0.5), p99: quantile(times, 0.99) })
  }
  return kinds
}

const timed = async <Value>(act: () => Promise<Value>) => {
  const begin = performance.now()
  const value = await act()
  return { ms: performance.now() - begin, value }
}

const silent = () => undefined
const SILENT: Log = { info: silent, warn: silent, metric: silent, error: (message) => console.error(message) }

const PARTS: Readonly<Record<string, () => Promise<unknown>>> = { make, search }
console.log(JSON.stringify(await PARTS[part]?.()))
