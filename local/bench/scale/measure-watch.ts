/** What the list of watched markets costs: a look of every run of the watch, with few marked markets and with very many. */

import { v7 } from 'uuid'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { watchedMarketKey } from '#adapters/store/engine/keys.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import { isInPart, WHOLE_WATCH } from '#domain/price-watch/watch-part.ts'
import { MARKETS_PER_RUN } from '#use-cases/price-watch/watch-minute.ts'
import { splitMarks } from '#use-cases/price-watch/watching/split-marks.ts'
import { createTable, LOCAL_CREDENTIALS, startDynamoDb } from '../../stack/aws/dynamodb.ts'
import { rounded, textTable } from '../text-table.ts'

export interface WatchCost {
  readonly markets: number
  readonly runs: number
  /** Of one look of all runs. */
  readonly readUnits: number
  /** Of the same looks while all marks stood under one key. */
  readonly underOneKey: number
}

/** At these numbers of marked markets. Throws where some market is not found by exactly one run. */
export const measureWatch = async (
  sizes: readonly number[],
  progress: (text: string) => void,
): Promise<readonly WatchCost[]> => {
  const costs: WatchCost[] = []
  for (const markets of sizes) {
    progress(`watch: ${markets} marked markets`)
    costs.push(await measureMarks(markets))
  }
  return costs
}

const measureMarks = async (markets: number): Promise<WatchCost> => {
  const engine = await startDynamoDb()
  try {
    await createTable(engine.endpoint, 'watch')
    const perQuery: number[] = []
    const reach = { name: 'watch', endpoint: engine.endpoint, region: 'local', credentials: LOCAL_CREDENTIALS }
    const table = openTable({ ...reach, onConsumed: ({ total }) => perQuery.push(total) })
    const complexOrders = complexOrderStore(table)
    const now = Date.now()
    await table.putAll(
      Array.from({ length: markets }, () => {
        const svcId = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)
        return { ...watchedMarketKey(svcId, false), x: 'A', n: `KXBENCH-${v7().slice(0, 18)}`, at: now }
      }),
    )
    const runs = Math.ceil(markets / MARKETS_PER_RUN)
    const look = async (): Promise<readonly number[]> => {
      perQuery.splice(0)
      let found = 0
      for (let index = 0; index < runs; index += 1) {
        const part = { index, of: runs }
        const watched = await complexOrders.watched(part)
        found += watched.markets.filter(({ svcId }) => isInPart(part, svcId)).length
      }
      if (found !== markets) throw new Error(`${runs} runs of the watch find ${found} of ${markets} markets`)
      return [...perQuery]
    }
    const before = await look()
    // The minutes in which the first run splits the marks and moves them.
    const log = { info: () => undefined, warn: console.error, error: console.error, metric: () => undefined }
    for (let minute = 0; ; minute += 1) {
      const { split, markets: marked } = await complexOrders.watched(WHOLE_WATCH)
      const isSplit = split !== null && marked.every(({ isApart }) => isApart)
      if (isSplit || (split === null && minute > 0)) break
      const clock = (): number => now + minute * 2 * MINUTE
      await splitMarks({ complexOrders, clock, log }, { marked: marked.length, split })
    }
    const after = await look()
    const [readUnits, underOneKey] = [sum(after), sum(before)]
    return { markets, runs, readUnits, underOneKey }
  } finally {
    await engine.stop()
  }
}

export const watchText = (costs: readonly WatchCost[]): string =>
  textTable(
    ['watched markets', 'runs', 'read units of a look of all runs', 'per market of it', 'under one key it took'],
    costs.map(({ markets, runs, readUnits, underOneKey }) => [
      markets.toLocaleString('en'),
      String(runs),
      rounded(readUnits),
      String(Math.round((readUnits / markets) * 10_000) / 10_000),
      rounded(underOneKey),
    ]),
  )

const sum = (units: readonly number[]): number => units.reduce((total, one) => total + one, 0)
