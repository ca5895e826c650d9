/** AWS usage of orders between two readings of the service, and its cost. */

import { ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { DEFAULT_MEMORY_MB } from '#lambda/declaration.ts'
import type { Work } from '../service/service-process.ts'
import { PRICES } from './prices.ts'

/** All of it per order, or per poll. */
export interface OrderUse {
  readonly writeUnits: number
  /** The same by table and index. */
  readonly writesTo: Readonly<Record<string, number>>
  readonly refusedWrites: number
  readonly readUnits: number
  readonly sqsStandard: number
  readonly sqsFifo: number
  readonly kmsRequests: number
  readonly httpApiCalls: number
  readonly lambdaCalls: number
  /** Polls of the exchange account among them. */
  readonly polls: number
  readonly gbS: number
  readonly logBytes: number
}

type Works = Readonly<Record<string, Work>>

export interface Look {
  readonly work: Works
  readonly logBytes: number
}

/** The Lambdas an order passes through. The schedules run whether there are orders or not, and are no order's cost. */
const PASSED = [...ROUTES, ...CONSUMERS]
  .map(({ handler }) => handler.spec)
  .filter(({ name }) => ['place-order', 'execute-order', 'cancel-order', 'sync-account'].includes(name))

export const useBetween = (before: Look, after: Look, orders: number): OrderUse => {
  const use = { refusedWrites: 0, readUnits: 0, sqsStandard: 0, sqsFifo: 0, kmsRequests: 0, lambdaCalls: 0, gbS: 0 }
  const writesTo: Record<string, number> = {}
  for (const spec of PASSED) {
    const now = after.work[spec.name]
    const then = before.work[spec.name]
    if (now === undefined || now.usage === null) continue
    const calls = now.calls - (then?.calls ?? 0)
    use.lambdaCalls += calls
    use.gbS += ((now.billedMs - (then?.billedMs ?? 0)) / 1_000) * ((spec.memoryMb ?? DEFAULT_MEMORY_MB) / 1_024)
    // Lambda receives a batch and deletes it: two requests to its queue for each call, beside what the Lambda sends.
    if ('queue' in spec) use[spec.fifo ? 'sqsFifo' : 'sqsStandard'] += 2 * calls
    for (const name of ['refusedWrites', 'readUnits', 'sqsStandard', 'sqsFifo', 'kmsRequests'] as const)
      use[name] += now.usage[name] - (then?.usage?.[name] ?? 0)
    for (const [part, units] of Object.entries(now.usage.writeUnits))
      writesTo[part] = (writesTo[part] ?? 0) + units - (then?.usage?.writeUnits[part] ?? 0)
  }
  const each = (value: number) => value / orders
  return {
    writeUnits: each(Object.values(writesTo).reduce((sum, units) => sum + units, 0)),
    writesTo: Object.fromEntries(Object.entries(writesTo).map(([part, units]) => [part, each(units)])),
    refusedWrites: each(use.refusedWrites),
    readUnits: each(use.readUnits),
    sqsStandard: each(use.sqsStandard),
    sqsFifo: each(use.sqsFifo),
    kmsRequests: each(use.kmsRequests),
    httpApiCalls: each(callsBetween(before, after, 'place-order')),
    lambdaCalls: each(use.lambdaCalls),
    polls: each(pollsBetween(before, after)),
    gbS: each(use.gbS),
    logBytes: each(after.logBytes - before.logBytes + PLATFORM_LOG_BYTES * use.lambdaCalls),
  }
}

/** Lambda's own lines in the log of each call, about. */
const PLATFORM_LOG_BYTES = 400

export const pollsBetween = (before: Look, after: Look): number => callsBetween(before, after, 'sync-account')

const callsBetween = (before: Look, after: Look, name: string): number =>
  (after.work[name]?.calls ?? 0) - (before.work[name]?.calls ?? 0)

/** Dollars per million orders, by service. */
export const costOf = (use: OrderUse) => {
  const { million, lambdaGbS, logGb } = PRICES
  const parts = {
    dynamoDb: use.writeUnits * million.dynamoDbWriteUnits + use.readUnits * million.dynamoDbReadUnits,
    sqs: use.sqsStandard * million.sqsStandard + use.sqsFifo * million.sqsFifo,
    lambda: use.lambdaCalls * million.lambdaCalls + use.gbS * lambdaGbS * 1e6,
    httpApi: use.httpApiCalls * million.httpApiCalls,
    kms: use.kmsRequests * million.kmsRequests,
    logs: (use.logBytes / 1e9) * logGb * 1e6,
  }
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) }
}
