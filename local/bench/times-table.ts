/** Times of one thing at one exchange, and a table of them. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { textTable } from './text-table.ts'

export interface TimesOf {
  readonly exchange: ExchangeName
  readonly what: string
  /** How often it was measured. */
  readonly count: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** `from` says where the times begin. */
export const timesTable = (from: string, times: readonly TimesOf[]): string =>
  textTable(
    [from, 'exchange', 'measured', 'p50 ms', 'p99 ms'],
    times.map(({ exchange, what, count, p50, p99 }) => [what, exchange, String(count), p50.toFixed(0), p99.toFixed(0)]),
  )
