/** What a run of the watch holds in memory while much is armed on both exchanges: its real bundle in a process of its own. */

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { lambdaHeap } from '../lambda-heap.ts'
import type { MeasuredService } from '../service/run-service.ts'

export interface WatchMemory {
  readonly markets: number
  readonly memoryMb: number
  readonly residentMb: number
  readonly heapMb: number
  /** Of one core. */
  readonly cpuShare: number
}

/** Arms a stop that no price of a simulator reaches in so many markets of each exchange, or in all that it lists. */
export const measureWatchMemory = async (
  service: MeasuredService,
  marketsEach: number,
  progress: (text: string) => void,
): Promise<WatchMemory> => {
  let markets = 0
  for (const exchange of EXCHANGE_NAMES) {
    for (const svcId of await list(service, exchange, marketsEach)) {
      await service.call('POST', '/v1/complex-orders', {
        subaccount_id: service.subaccountId,
        svc_id: svcId,
        conditional_order_params: {
          conditional_order_type: 'STOP',
          trigger_order: { qty: 5, buy_flag: true, price: 0.99 },
          stop_order_price: 0.99,
        },
      })
      markets += 1
    }
  }
  progress(`watch: ${markets} markets with a stop, in a process of its own`)
  const { file, environment, memoryMb } = service.watch
  const script = fileURLToPath(new URL('watch-process.ts', import.meta.url))
  const heap = [...lambdaHeap(memoryMb), '--no-warnings']
  const env = { ...environment, PATH: process.env['PATH'] ?? '' }
  const { stdout } = await promisify(execFile)(process.execPath, [...heap, script, file, '20000'], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  })
  const line = stdout.split('\n').find((text) => text.startsWith('figures ')) ?? 'figures null'
  return { markets, memoryMb, ...v.parse(Figures, JSON.parse(line.slice('figures '.length))) }
}

const Figures = v.object({ residentMb: v.number(), heapMb: v.number(), cpuShare: v.number() })

const list = async (service: MeasuredService, exchange: string, most: number) => {
  const found: number[] = []
  for (let offset = 0; found.length < most; offset += PAGE) {
    const path = `/v1/markets/search?exchange_name=${exchange}&limit=${PAGE}&offset=${offset}`
    const { results } = v.parse(Listed, await service.call('GET', path))
    found.push(...results.map(({ svc_id: svcId }) => svcId))
    if (results.length < PAGE) break
  }
  return found.slice(0, most)
}

const PAGE = 200

const Listed = v.object({ results: v.array(v.object({ svc_id: v.number() })) })

export const watchMemoryText = ({ markets, memoryMb, residentMb, heapMb, cpuShare }: WatchMemory): string =>
  `A run of the watch with a stop in each of ${markets.toLocaleString('en')} markets of both exchanges, all streamed, has ${memoryMb} MB: it takes ${residentMb.toFixed(0)} MB at most, of which the heap ${heapMb.toFixed(0)} MB, and ${(cpuShare * 100).toFixed(0)} % of a core.`
