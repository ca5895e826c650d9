/** The console's list of open orders, from a service where an order moves on while it is read. */

import { afterEach, expect, it, vi } from 'vitest'

type ReadOpenOrders = (
  filter: object,
) => Promise<{ ok: true; data: readonly { svc_order_id: string }[] } | { ok: false }>

/** The module is made for a browser, whose types are not known here. */
const OPEN_ORDERS = '../../../client/console/api/open-orders.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['PENDING_SUBMISSION', 'PROCESSING'],
  ['PROCESSING', 'RESTING'],
  ['PROCESSING', 'PARTIALLY_FILLED'],
  ['RESTING', 'PARTIALLY_FILLED'],
])('shows an order that goes from %s to %s after any of the answers', async (before, after) => {
  vi.stubGlobal('location', { origin: 'http://service.test' })
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('addEventListener', () => undefined)
  let statusNow = (): string => before
  vi.stubGlobal('fetch', async (request: Request) => {
    const status = statusNow()
    const isRequested = new URL(request.url).searchParams.get('status') === status
    return Response.json({ orders: isRequested ? [{ svc_order_id: 'one', status, created_at: '2026-01-01' }] : [] })
  })
  vi.resetModules()
  const { readOpenOrders }: { readOpenOrders: ReadOpenOrders } = await import(OPEN_ORDERS)
  for (const answers of [0, 1, 2, 3, 4]) {
    let answered = 0
    statusNow = () => (answered++ < answers ? before : after)
    const read = await readOpenOrders({})
    expect(read.ok && read.data.map((order) => order.svc_order_id), `after ${answers} answers`).toEqual(['one'])
  }
})
