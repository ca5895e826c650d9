/** Options of `npm run rehearse -- --drift`. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { CannotStart } from '../../cannot-start.ts'
import { addressesOf, hostIn, valuesIn } from '../options.ts'

export interface DriftOptions {
  readonly exchanges: ReadonlyArray<{ readonly name: ExchangeName; readonly urls: Readonly<Record<string, string>> }>
  /** A JSON file with credentials of the only exchange; null for public data. */
  readonly credentials: string | null
  /** Native id of a market of the only exchange; null for the first open one. */
  readonly market: string | null
  readonly report: string
}

/** Null if the command line does not say `--drift`, or asks for help. Throws `CannotStart`. */
export const driftOptions = (args: readonly string[]): DriftOptions | null => {
  const values = valuesIn(args)
  if (values.drift !== true || values.help === true) return null
  if (values.place === true) throw new CannotStart('--drift only reads: leave --place out')
  const named = EXCHANGE_NAMES.find((name) => name === values.exchange)
  if (values.exchange !== undefined && named === undefined)
    throw new CannotStart(`--exchange must be one of ${EXCHANGE_NAMES.join(', ')}`)
  for (const option of ['credentials', 'market', 'url', 'demo'] as const)
    if (values[option] !== undefined && named === undefined)
      throw new CannotStart(`--${option} belongs to one exchange: name it with --exchange`)
  const changed = Object.fromEntries((values.url ?? []).map(hostIn))
  const names = named === undefined ? EXCHANGE_NAMES : [named]
  return {
    exchanges: names.map((name) => ({ name, urls: { ...addressesOf(name, values.demo === true), ...changed } })),
    credentials: values.credentials ?? null,
    market: values.market ?? null,
    report: values.report ?? 'drift.json',
  }
}
