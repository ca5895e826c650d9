/**
 * Markets in the order of their change within a day. No exchange lists changes. So the course of each listed market is read, as its row would
 * read it. Then one request reads all last prices. The order stays until other markets are listed.
 */

import { useEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Market } from '../../api/types.ts'
import { minute } from '../../live/minute.ts'
import { useLive } from '../../live/use-live.ts'
import { changeOf } from '../../parts/market-rows/change-of.ts'
import { knownCourses } from '../../parts/market-rows/known-courses.ts'
import { byChange } from './by-change.ts'

interface ByChange {
  readonly markets: readonly Market[]
  /** False while prices are read. */
  readonly isSorted: boolean
}

/** The order does not wait longer for prices that cannot be read. */
const PATIENCE_MS = 20_000

export const useByChange = (markets: readonly Market[], isChosen: boolean): ByChange => {
  const ids = isChosen ? markets.map(({ svc_id }) => svc_id) : []
  const key = ids.toSorted((one, other) => one - other).join()
  const [givenUp, giveUp] = useState('')
  const order = useRef<{ readonly key: string; readonly ids: readonly number[] }>({ key: '', ids: [] })
  useEffect(() => {
    if (key === '') return
    const ends = key.split(',').map((id) => knownCourses.show(Number(id)))
    const timer = setTimeout(() => giveUp(key), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [key])
  const areKnown = ids.filter((id) => knownCourses.of(id).value === null).length === 0
  const { data } = useLive(
    areKnown && order.current.key !== key ? key : '',
    () => ask(api.GET('/v1/quotes', { params: { query: { svc_ids: ids.slice(0, MOST) } } })),
    { everyS: 30 },
  )
  if (!isChosen) return { markets, isSorted: true }
  if (order.current.key !== key && (data !== null || givenUp === key)) {
    const last = new Map(data?.quotes.map(({ svc_id, last_price }) => [svc_id, last_price]))
    const change = (id: number) =>
      changeOf(knownCourses.of(id).peek() ?? [], last.get(id) ?? null, minute.peek() / 1_000)
    order.current = { key, ids: byChange(ids, change) }
  }
  const places = new Map(order.current.ids.map((id, place) => [id, place]))
  const placeOf = ({ svc_id }: Market): number => places.get(svc_id) ?? ids.length
  const sorted = markets.toSorted((one, other) => placeOf(one) - placeOf(other))
  return { markets: sorted, isSorted: order.current.key === key }
}

/** Markets in one request of quotes. */
const MOST = 100
