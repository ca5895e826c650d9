/** What many streams take of the memory of the local stack. */

import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { memoryOf } from '../service/process-memory.ts'
import { type MeasuredService, pickMarkets } from '../service/run-service.ts'
import { type LiveClient, openClient } from './open-client.ts'

export interface CrowdFigures {
  readonly streams: number
  readonly channelsEach: number
  /** MB of all processes of the service (PSS): before, and the most while all streams were open. */
  readonly beforeMb: number
  readonly mostMb: number
  /** Messages told in the time that was measured, and that time in seconds. */
  readonly messages: number
  readonly seconds: number
}

const STREAMS_OF_A_KEY = 20
const MARKETS = 60
const OPENED_AT_ONCE = 10
const SETTLES = 10_000
const MEASURED_MS = 60_000
/** One book changes so often, all in turn. */
const MOVE_EVERY = 100

const Created = v.object({ api_key: v.string() })

/** Each has four channels of changes, and the others are of markets that move. */
export const measureCrowd = async (
  service: MeasuredService,
  streams: number,
  channelsEach: number,
): Promise<CrowdFigures> => {
  const markets = await pickMarkets(service, MARKETS)
  await wait(SETTLES)
  const beforeMb = megabytes(service)
  const keys: string[] = []
  for (let n = 0; n < streams / STREAMS_OF_A_KEY; n += 1)
    keys.push(
      v.parse(Created, await service.call('POST', '/v1/api-keys', { name: `crowd ${n}`, scope: 'read' })).api_key,
    )
  const clients: LiveClient[] = []
  for (let n = 0; n < streams; n += OPENED_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, streams - n) }, (_, k) => n + k)
    clients.push(
      ...(await Promise.all(
        some.map((stream) => {
          const apiKey = keys[Math.floor(stream / STREAMS_OF_A_KEY)] ?? service.apiKey
          const ofMarkets = Array.from({ length: channelsEach - CHANGES.length }, (_, k) => {
            const { svcId = 0 } = markets[(stream * 7 + k) % markets.length] ?? {}
            return `${KINDS[k % KINDS.length]}:${svcId}`
          })
          return openClient({ baseUrl: service.baseUrl, apiKey }, [...CHANGES, ...ofMarkets])
        }),
      )),
    )
  }
  const counted = () => clients.reduce((sum, client) => sum + client.count(), 0)
  const [began, before] = [performance.now(), counted()]
  let mostMb = megabytes(service)
  for (let n = 0; performance.now() - began < MEASURED_MS; n += 1) {
    const { ticker = '' } = markets[n % markets.length] ?? {}
    await service.control('/control/book', { market: ticker, bids: [[(20 + (n % 50)) / 100, 100]], asks: [[0.9, 100]] })
    await wait(MOVE_EVERY)
    if (n % 10 === 0) mostMb = Math.max(mostMb, megabytes(service))
  }
  const seconds = (performance.now() - began) / 1_000
  const messages = counted() - before
  for (const client of clients) client.close()
  return { streams, channelsEach, beforeMb, mostMb, messages, seconds }
}

const CHANGES = ['orders', 'fills', 'complex_orders', 'positions']
const KINDS = ['quotes', 'book', 'trades']

const megabytes = ({ pid }: MeasuredService): number => memoryOf(pid).pss / 1e6
