/** The chart of a market. Its library is loaded when this is shown. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { components } from '../../../openapi-types.ts'
import { price } from '../../format/price.ts'
import { useLive } from '../../live/use-live.ts'
import { Segments } from '../../parts/form/segments.tsx'
import { Note } from '../../parts/note.tsx'
import type { Chart } from './chart.ts'
import { linesOf } from './lines-of.ts'
import { type Interval, loadChart, readPrices } from './read-market.ts'
import { type Print, seriesTo } from './series-to.ts'
import type { OwnHere } from './use-own-here.ts'

interface Props {
  readonly svcId: number
  /** The price to which the line of an own order was dragged, in dollars. */
  readonly moved: (orderId: string, price: number) => void
  readonly own: OwnHere
  /** The newest trade that the page knows: the chart continues to it. */
  readonly print: Print | null
}

/** The content of the chart in words, for people who do not see it. */
const labelOf = (series: components['schemas']['PriceSeries'] | null): string => {
  const [candle, point] = [series?.candlesticks?.at(-1), series?.history?.at(-1)]
  const last = candle?.close ?? point?.price
  return last === undefined ? 'Prices over time' : `Prices over time, the last is ${price(last)}`
}

export const ChartPanel = ({ svcId, own, print, moved }: Props) => {
  const [interval, setInterval] = useState<Interval>('1d')
  const [problem, setProblem] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const latestMoved = useRef(moved)
  latestMoved.current = moved
  const [chart, setChart] = useState<Chart | null>(null)
  const series = useLive(`${svcId} ${interval}`, () => readPrices(svcId, interval), { everyS: 30 })
  useEffect(() => {
    let made: Chart | null = null
    let isOver = false
    loadChart().then(
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
    if (series.data === null || chart === null) return
    chart.show(series.data)
    performance.mark('chart shown')
  }, [chart, series.data])
  useEffect(() => chart?.end(print), [chart, print?.timestamp, print?.price])
  const lines = linesOf(own)
  const lineKey = JSON.stringify(lines)
  useEffect(() => chart?.draw(lines), [chart, lineKey])
  const told = problem || (series.problem?.detail ?? '')
  const shown = series.data === null ? null : seriesTo(series.data, print)
  const isEmpty = shown !== null && (shown.candlesticks ?? shown.history ?? []).length === 0
  return (
    <div class="inside stack prices">
      {told === '' ? null : <Note kind="warn">{told}</Note>}
      <div class="chart" role="img" aria-label={labelOf(shown)}>
        <div ref={place} />
        {isEmpty ? <p class="empty">No price in this time.</p> : null}
      </div>
      {lines.some(({ canMove }) => canMove) ? (
        <p class="muted small">Drag a line to move it, or use the buttons Amend and Move below.</p>
      ) : null}
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
