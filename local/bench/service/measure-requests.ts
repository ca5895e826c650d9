/** How many requests a second one endpoint answers to sixteen connections, and how long each takes. */

import autocannon from 'autocannon'
import { quantile } from '../quantile.ts'
import type { BenchRequest, MeasuredService } from './run-service.ts'

export interface Throughput {
  readonly what: string
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Answers that were no success; anything but 0 is a fault. */
  readonly failed: number
}

export const CONNECTIONS = 16

/** Not counted: the code is still being compiled. */
const WARM_UP_S = 1

export const measureRequests = async (
  service: MeasuredService,
  what: string,
  request: BenchRequest,
  seconds: number,
): Promise<Throughput> => {
  const times: number[] = []
  const began = performance.now()
  const run = autocannon({
    url: `${service.baseUrl}${request.path}`,
    method: request.method,
    headers: { 'x-api-key': request.apiKey ?? service.apiKey, 'content-type': 'application/json' },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    connections: CONNECTIONS,
    duration: WARM_UP_S + seconds,
  })
  run.on('response', (_client, _status, _bytes, ms) => {
    if (performance.now() - began > WARM_UP_S * 1_000) times.push(ms)
  })
  const result = await run
  return {
    what,
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failed: result.non2xx + result.errors + result.timeouts,
  }
}
