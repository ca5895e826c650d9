/** Reads orders all through a play, as a client would, and keeps what must never have been shown. */

import type { OrderRecord } from '../support/agreement.ts'
import { pause } from './faults.ts'
import type { Answer, Service } from './service.ts'

/** An order as the list shows it. */
export interface ShownOrder extends OrderRecord {
  readonly svc_id: number | null
  readonly client_order_id: string | null
  /** Of a leg: the order on a custom asset. */
  readonly parent_svc_order_id: string | null
  readonly cancel_reason: string | null
  readonly fills_complete: boolean
  readonly original_qty: number | null
  readonly last_amend: { readonly status: string } | null
  readonly created_at: string
}

/** A conditional order as the list shows it. */
export interface ShownConditional {
  readonly complex_order_id: string
  readonly complex_order_subtype: string | null
  readonly status: string
  readonly conditional_order: { readonly parent_svc_order_id: string | null }
}

export interface Reader {
  /** The least quantity each order was shown with while it was final, and its status then. */
  readonly finals: ReadonlyMap<string, { readonly status: string; readonly traded: number }>
  /** Orders that were once shown EXECUTED without being filled whole. */
  readonly executedShort: ReadonlySet<string>
  readonly reads: () => number
  stop(): Promise<void>
}

const FINAL = new Set(['EXECUTED', 'CANCELLED', 'EXPIRED'])
const NEWEST = 300
const PAGE = 1_000
const EVERY_MS = 300

export const startReader = (service: Service): Reader => {
  const finals = new Map<string, { status: string; traded: number }>()
  const executedShort = new Set<string>()
  const stopping = new AbortController()
  let reads = 0

  const take = (order: ShownOrder): void => {
    if (!FINAL.has(order.status)) return
    if (order.status === 'EXECUTED' && order.traded_qty < order.qty) executedShort.add(order.svc_order_id)
    const least = finals.get(order.svc_order_id)?.traded ?? Number.POSITIVE_INFINITY
    if (order.traded_qty < least) finals.set(order.svc_order_id, { status: order.status, traded: order.traded_qty })
  }

  /** The newest each time; every tenth time another page of those before. */
  const look = async (): Promise<void> => {
    for (let [turn, offset] = [0, 0]; !stopping.signal.aborted; turn += 1) {
      const older = turn % 10 === 9
      const page = older ? `limit=${PAGE}&offset=${offset}` : `limit=${NEWEST}`
      const answer = await service.call('GET', `/v1/orders?include_legs=true&${page}`).catch(() => null)
      if (answer?.status === 200) {
        reads += 1
        for (const order of answer.body.orders as readonly ShownOrder[]) take(order)
        if (older) offset = answer.body.has_more === true ? offset + PAGE : 0
      }
      await pause(EVERY_MS, stopping.signal)
    }
  }
  const looking = look()
  return {
    finals,
    executedShort,
    reads: () => reads,
    stop: async () => {
      stopping.abort()
      await looking
    },
  }
}

/** Every order, legs included, oldest last. */
export const allOrders = (service: Service, query = ''): Promise<readonly ShownOrder[]> =>
  allPages(service, `/v1/orders?include_legs=true${query}`, ({ orders }) => orders)

/** Every conditional order, oldest last. */
export const allConditionals = (service: Service): Promise<readonly ShownConditional[]> =>
  allPages(
    service,
    '/v1/complex-orders?complex_order_type=CONDITIONAL',
    (body) => body.complex_orders.conditional_orders,
  )

const allPages = async <Row>(
  service: Service,
  list: string,
  rowsOf: (body: Answer['body']) => readonly Row[],
): Promise<readonly Row[]> => {
  const all: Row[] = []
  for (let more = true; more; ) {
    const path = `${list}&limit=${PAGE}&offset=${all.length}`
    const { status, body } = await untilAnswered(service, path)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
    all.push(...rowsOf(body))
    more = body.has_more === true
  }
  return all
}

const TRIES = 5

/** A busy machine may take longer than a call may. */
const untilAnswered = async (service: Service, path: string): Promise<Answer> => {
  for (let left = TRIES; ; left -= 1) {
    const answer = await service.call('GET', path).catch(() => null)
    if (answer !== null && answer.status < 500) return answer
    if (left === 0) throw new Error(`GET ${path} is not answered`)
    await pause(1_000, new AbortController().signal)
  }
}
