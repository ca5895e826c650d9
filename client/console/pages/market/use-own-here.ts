/** Reads the subaccount's open orders, armed stops, fills and position in one market. */

import { useMemo } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { readOpenOrders } from '../../api/open-orders.ts'
import type { ComplexOrder, Fill, Order, Position } from '../../api/types.ts'
import { positionsOf } from '../../live/money/holdings.ts'
import { type Live, useLive } from '../../live/use-live.ts'
import { isWaiting } from '../../parts/order/is-waiting.ts'
import { withoutArmedStops } from '../../parts/order/without-armed-stops.ts'

/** As many fills of a market are read. */
export const NEWEST_FILLS = 100

export interface OwnHere {
  readonly orders: readonly Order[]
  readonly armed: readonly ComplexOrder[]
  /** The newest complex orders, also those that are over. */
  readonly complexOrders: readonly ComplexOrder[]
  readonly position: Position | null
  /** The newest fills, newest first. */
  readonly fills: readonly Fill[]
  /** Lists whose first answer is on its way. */
  readonly loading: ReadonlySet<'orders' | 'stops' | 'position' | 'fills'>
  /** Why the last read failed; empty if all is known. */
  readonly problem: string
}

/** Without a subaccount there is nothing. The same object until something of it changes. */
export const useOwnHere = (svc_id: number, subaccount_id: string): OwnHere => {
  const key = subaccount_id === '' ? '' : `${svc_id} ${subaccount_id}`
  const query = { svc_id, subaccount_id }
  const orders = useLive(key, () => readOpenOrders(query), {
    everyS: 4,
    topics: ['orders'],
    isStreamed: true,
  })
  const complex = useLive(
    key,
    () => ask(api.GET('/v1/complex-orders', { params: { query: { ...query, limit: 100 } } })),
    { everyS: 5, topics: ['complex_orders', 'orders'], isStreamed: true },
  )
  const positions = positionsOf(subaccount_id)
  const fills = useLive(
    key,
    () => ask(api.GET('/v1/fills', { params: { query: { ...query, limit: NEWEST_FILLS } } })),
    {
      everyS: 5,
      topics: ['fills', 'orders'],
      isStreamed: true,
    },
  )
  const position = positions.data?.positions.find((one) => one.svc_id === svc_id) ?? null
  const isFirstPosition = isFirst(positions)
  const problem = [orders, complex, positions, fills].find((read) => read.problem !== null)?.problem?.detail ?? ''
  return useMemo(() => {
    const { conditional_orders = [], twap_orders = [] } = complex.data?.complex_orders ?? {}
    const complexOrders = [...conditional_orders, ...twap_orders]
    return {
      orders: orders.data ?? [],
      complexOrders,
      armed: withoutArmedStops(complexOrders).filter(isWaiting),
      position,
      fills: fills.data?.subaccount_to_fills[0]?.fills ?? [],
      loading: new Set([
        ...(isFirst(orders) ? (['orders'] as const) : []),
        ...(isFirst(complex) ? (['stops'] as const) : []),
        ...(isFirstPosition ? (['position'] as const) : []),
        ...(isFirst(fills) ? (['fills'] as const) : []),
      ]),
      problem,
    }
  }, [orders, complex, fills, position, isFirstPosition, problem])
}

const isFirst = ({ data, problem, isAsked }: Live<unknown>): boolean => isAsked && data === null && problem === null
