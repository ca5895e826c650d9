/** The chart of a market. Its library is loaded when this is shown. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'
import { Note } from '../../parts/note.tsx'
import { Segments } from '../../parts/segments.tsx'
import type { Chart } from './chart.ts'
import { linesOf } from './lines-of.ts'
import type { OwnHere } from './use-own-here.ts'

type Interval = '1d' | '1w' | '1m' | 'max'

interface Props {
  readonly svcId: number
  /** Where the line of an own order was dragged to: a price in dollars. */
  readonly moved: (orderId: string, price: number) => void
  readonly own: OwnHere
}

export const ChartPanel = ({ svcId: svc_id, own, moved }: Props) => {
  const [interval, setInterval] = useState<Interval>('1d')
  const [problem, setProblem] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const latestMoved = useRef(moved)
  latestMoved.current = moved
  const [chart, setChart] = useState<Chart | null>(null)
  const series = useLive(
    `${svc_id} ${interval}`,
    () => ask(api.GET('/v1/prices/{svc_id}', { params: { path: { svc_id }, query: { interval } } })),
    { everyS: 30 },
  )
  useEffect(() => {
    let made: Chart | null = null
    let isOver = false
    import('./chart.ts').then(
      ({ createPriceChart }) => {
        if (isOver || place.current === null) return
        made = createPriceChart(place.current, (id, price) => latestMoved.current(id, price))
        setChart(made)
      },
      () => setProblem('The chart could not be loaded. Load the page again.'),
    )
    return () => {
      isOver = true
      made?.remove()
    }
  }, [])
  useEffect(() => {
    if (series.data !== null) chart?.show(series.data)
  }, [chart, series.data])
  const lines = linesOf(own)
  const lineKey = JSON.stringify(lines)
  useEffect(() => chart?.draw(lines), [chart, lineKey])
  const told = problem || (series.problem?.detail ?? '')
  const isEmpty = series.data !== null && (series.data.candlesticks ?? series.data.history ?? []).length === 0
  return (
    <div class="inside stack">
      {told === '' ? null : <Note kind="warn">{told}</Note>}
      <div class="chart" role="img" aria-label="Prices over time">
        <div ref={place} />
        {isEmpty ? <p class="empty">No price in this time.</p> : null}
      </div>
      <div class="row between">
        <Segments
          label="Time shown"
          value={interval}
          choose={setInterval}
          options={[
            ['1d', 'Day'],
            ['1w', 'Week'],
            ['1m', 'Month'],
            ['max', 'All'],
          ]}
        />
        <span class="muted small">Chart: TradingView Lightweight Charts™</span>
      </div>
    </div>
  )
}
