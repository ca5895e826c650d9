/** The chart of a market. Its library is loaded when this is shown. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { components } from '../../../../openapi-types.ts'
import type { Market } from '../../../api/types.ts'
import { price } from '../../../format/price.ts'
import { useLive } from '../../../live/use-live.ts'
import { Segments } from '../../../parts/form/segments.tsx'
import { Note } from '../../../parts/note.tsx'
import { useChoice } from '../../../shell/navigation/use-choice.ts'
import { type Interval, loadChart, readPrices } from '../read-market.ts'
import type { OwnHere } from '../use-own-here.ts'
import type { FarLines, PriceChart } from './chart.ts'
import { FarTags } from './far-tags.tsx'
import { linesOf } from './lines-of.ts'
import { type Print, seriesTo } from './series-to.ts'

interface Props {
  readonly market: Market
  /** The price to which the line of an own order was dragged, in dollars, on the price grid. */
  readonly moved: (orderId: string, price: number) => void
  readonly own: OwnHere
  /** The newest trade that the page knows: the chart continues to it. */
  readonly print: Print | null
}

const INTERVALS: readonly (readonly [Interval, string])[] = [
  ['1d', '1D'],
  ['1w', '1W'],
  ['1m', '1M'],
  ['max', 'All'],
]

const NONE: FarLines = { above: [], below: [] }

/** The content of the chart in words, for people who do not see it. */
const labelOf = (series: components['schemas']['PriceSeries'] | null): string => {
  const [candle, point] = [series?.candlesticks?.at(-1), series?.history?.at(-1)]
  const last = candle?.close ?? point?.price
  return last === undefined ? 'Prices over time' : `Prices over time, the last is ${price(last)}`
}

export const ChartPanel = ({ market: { svc_id, tick_structure }, own, print, moved }: Props) => {
  const [interval, setInterval] = useChoice('range', '1d', INTERVALS)
  const [problem, setProblem] = useState('')
  const [far, setFar] = useState(NONE)
  const [reachesAll, setReachesAll] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLSpanElement>(null)
  const latestMoved = useRef(moved)
  latestMoved.current = moved
  const [chart, setChart] = useState<PriceChart | null>(null)
  const series = useLive(`${svc_id} ${interval}`, () => readPrices(svc_id, interval), { everyS: 30 })
  useEffect(() => {
    let made: PriceChart | null = null
    let isOver = false
    loadChart().then(
      ({ PriceChart }) => {
        if (isOver || place.current === null) return
        made = new PriceChart(place.current, tick_structure, {
          moved: (id, price) => latestMoved.current(id, price),
          // Many times a second: nothing else of the page changes with it.
          pointed: (text) => words.current?.replaceChildren(text),
          far: setFar,
        })
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
    chart.show(series.data, interval)
    performance.mark('chart shown')
  }, [chart, series.data])
  useEffect(() => chart?.step(tick_structure), [chart, JSON.stringify(tick_structure)])
  useEffect(() => chart?.end(print), [chart, print?.timestamp, print?.price])
  useEffect(
    () => chart?.mark(own.fills),
    [chart, own.fills.map(({ fill_id, status }) => `${fill_id} ${status}`).join()],
  )
  const lines = linesOf(own)
  useEffect(() => chart?.draw(lines), [chart, JSON.stringify(lines)])
  useEffect(() => chart?.reach(reachesAll), [chart, reachesAll])
  const told = problem || (series.problem?.detail ?? '')
  const shown = series.data === null ? null : seriesTo(series.data, print)
  const isEmpty = shown !== null && (shown.candlesticks ?? shown.history ?? []).length === 0
  return (
    <div class="stack prices">
      {told === '' ? null : <Note kind="warn">{told}</Note>}
      <p class="legend">
        <span ref={words} aria-hidden="true" />
        <span>{lines.some(({ canMove }) => canMove) ? 'Drag a line, or use Amend and Move below.' : ''}</span>
      </p>
      <div class="chart">
        <div ref={place} role="img" aria-label={labelOf(shown)} />
        <FarTags side="above" lines={far.above} reach={() => setReachesAll(true)} />
        <FarTags side="below" lines={far.below} reach={() => setReachesAll(true)} />
        {isEmpty ? <p class="empty">No price in this time.</p> : null}
      </div>
      <div class="row between">
        <Segments label="Time shown" value={interval} choose={setInterval} options={INTERVALS} />
        {/* It keeps its place while there is no line, so that the chart keeps its height. */}
        <button
          type="button"
          class={`button compact ${lines.length === 0 ? 'vacant' : ''}`}
          aria-pressed={reachesAll}
          onClick={() => setReachesAll(!reachesAll)}
        >
          Show all lines
        </button>
        <span class="muted small">Chart: TradingView Lightweight Charts™</span>
      </div>
    </div>
  )
}
