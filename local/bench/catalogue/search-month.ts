/** How quickly markets are found in the snapshot that a month has left: the slowest kind of question, and all of them. */

import { createReadStream } from 'node:fs'
import { loadedSnapshot } from '#adapters/search/queries/loaded-snapshot.ts'
import type { Market } from '#domain/markets/market.ts'
import { quantile } from '../quantile.ts'
import { searchQuestions } from '../search/search-questions.ts'

export interface MonthSearch {
  /** Of all questions, in milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** Asks each question so often; the questions are about these markets, of which there are `count`. */
export const searchMonth = async (
  { file, folder }: { readonly file: string; readonly folder: string },
  markets: Iterable<Market>,
  count: number,
  rounds: number,
): Promise<MonthSearch> => {
  const store = {
    get: async (known: string | null) => (known === '1' ? null : { version: '1', bytes: createReadStream(file) }),
  }
  const index = loadedSnapshot({ store, folder, clock: Date.now, log: SILENT })
  await index.search({ text: 'bitcoin', status: 'active' }, { limit: 20, offset: 0 })
  const times: number[] = []
  for (const { ask } of searchQuestions(markets, count)) {
    for (let round = 0; round < rounds; round += 1) {
      const { filter, page } = ask[round % ask.length] ?? { filter: {}, page: { limit: 20, offset: 0 } }
      const began = performance.now()
      await index.search(filter, page)
      times.push(performance.now() - began)
    }
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

const silent = () => undefined
const SILENT = { info: silent, warn: silent, metric: silent, error: (message: string) => console.error(message) }
