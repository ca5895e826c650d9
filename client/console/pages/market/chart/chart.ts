/** The chart itself: candles if the exchange has real ones, else a step line. Loaded only when it is shown. */

import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  LineStyle,
  LineType,
  type MouseEventParams,
  type Time,
} from 'lightweight-charts'
import type { components } from '../../../../openapi-types.ts'
import type { Fill } from '../../../api/types.ts'
import { price as cents } from '../../../format/price.ts'
import { onGrid, type PriceSteps, stepAt } from '../../../format/price-steps.ts'
import { type Bars, chartBars, shownAt } from './chart-bars.ts'
import { chartLook, colourOf } from './chart-look.ts'
import { type Grab, grabLines } from './grab-lines.ts'
import { type Mark, marksOf } from './marks-of.ts'
import type { Line } from './merge-lines.ts'
import { scaleOf } from './scale-of.ts'
import { type Print, seriesTo } from './series-to.ts'

type PriceSeries = components['schemas']['PriceSeries']

/** Lines that the scale does not reach, the nearest first. */
export interface FarLines {
  readonly above: readonly Line[]
  readonly below: readonly Line[]
}

/** Receives the reports of the chart. */
export interface Reports {
  /** The user let a line go at a price of the grid. */
  readonly moved: (id: string, price: number) => void
  /** Words about the bar, fill or line under the pointer; empty if nothing is there. */
  readonly pointed: (words: string) => void
  readonly far: (lines: FarLines) => void
}

/** How near to a line the pointer takes hold of it. */
const GRAB_PX = 7

/** Price labels nearer to an edge would be cut off. */
const EDGE_PX = 7

/** Step of a market whose steps are not known. */
const USUAL_STEP = 0.01

type Drawn =
  | { readonly kind: 'candles'; readonly api: ISeriesApi<'Candlestick'> }
  | { readonly kind: 'line'; readonly api: ISeriesApi<'Line'> }

export class PriceChart {
  readonly #place: HTMLElement
  readonly #reports: Reports
  readonly #chart: IChartApi
  readonly #grab: Grab
  readonly #ending = new AbortController()
  readonly #themes = new MutationObserver(() => this.#repaint())
  #steps: PriceSteps
  #drawn: Drawn | null = null
  #markers: ISeriesMarkersPluginApi<Time> | null = null
  #priceLines: readonly IPriceLine[] = []
  #lines: readonly Line[] = []
  #fills: readonly Fill[] = []
  #marks: readonly Mark[] = []
  #data: PriceSeries | null = null
  #print: Print | null = null
  #range = ''
  #reachesAll = false
  /** True if data came while a line was dragged. */
  #isWaiting = false
  #isSeeking = false
  #farIds = ''

  constructor(place: HTMLElement, steps: PriceSteps, reports: Reports) {
    this.#place = place
    this.#steps = steps
    this.#reports = reports
    this.#chart = createChart(place, { autoSize: true, ...chartLook(place) })
    this.#grab = grabLines(place, {
      at: (y) => this.#lineAt(y),
      priceAt: (y) => this.#gridAt(y),
      moved: reports.moved,
      left: () => this.#release(),
    })
    this.#chart.subscribeCrosshairMove((event) => this.#point(event))
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.#seekFar())
    this.#chart.timeScale().subscribeSizeChange(() => this.#seekFar())
    this.#themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const { signal } = this.#ending
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#repaint(), { signal })
    // The scale may have been drawn to other prices.
    place.addEventListener('pointerup', () => this.#seekFar(), { signal })
  }

  /** `range` names the time that the series covers. A series of another range is shown whole. */
  show(data: PriceSeries, range: string): void {
    this.#data = data
    this.#show()
    if (this.#range !== range) this.#chart.timeScale().fitContent()
    this.#range = range
  }

  /** Continues to the newest trade. */
  end(print: Print | null): void {
    this.#print = print
    this.#show()
  }

  draw(lines: readonly Line[]): void {
    this.#lines = lines
    this.#draw()
  }

  mark(fills: readonly Fill[]): void {
    this.#fills = fills
    this.#show()
  }

  step(steps: PriceSteps): void {
    this.#steps = steps
  }

  /** True: the scale reaches to all lines. False: it follows the price. */
  reach(all: boolean): void {
    this.#reachesAll = all
    this.#chart.priceScale('right').applyOptions({ autoScale: true })
    this.#draw()
  }

  remove(): void {
    this.#grab.end()
    this.#themes.disconnect()
    this.#ending.abort()
    this.#chart.remove()
    this.#drawn = null
  }

  #show(): void {
    this.#isWaiting = this.#grab.isHolding()
    if (this.#isWaiting || this.#data === null) return
    const bars = chartBars(seriesTo(this.#data, this.#print))
    const isNew = this.#drawn?.kind !== bars.kind
    if (isNew) this.#begin(bars.kind)
    this.#fill(bars)
    this.#marks = marksOf(this.#fills, bars.times)
    this.#markers?.setMarkers(this.#marks.map((mark) => this.#markerOf(mark)))
    if (isNew) this.#draw()
    else this.#seekFar()
  }

  /** Begins a series of the other kind. */
  #begin(kind: Bars['kind']): void {
    if (this.#drawn !== null) this.#chart.removeSeries(this.#drawn.api)
    const colour = (name: string) => colourOf(this.#place, name)
    const shared = {
      priceFormat: {
        type: 'custom' as const,
        minMove: this.#stepHere(),
        formatter: (price: number) => this.#labelOf(price),
        tickmarksFormatter: (prices: readonly number[]) => prices.map((price) => this.#tickOf(price)),
      },
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => this.#scale(original()),
    }
    this.#drawn =
      kind === 'candles'
        ? {
            kind,
            api: this.#chart.addSeries(CandlestickSeries, {
              ...shared,
              upColor: colour('--buy'),
              downColor: colour('--sell'),
              borderVisible: false,
              wickUpColor: colour('--buy'),
              wickDownColor: colour('--sell'),
            }),
          }
        : {
            kind,
            api: this.#chart.addSeries(LineSeries, {
              ...shared,
              lineType: LineType.WithSteps,
              lineWidth: 2,
              color: colour('--accent'),
            }),
          }
    this.#priceLines = []
    this.#markers = createSeriesMarkers<Time>(this.#drawn.api, [])
  }

  #fill(bars: Bars): void {
    if (bars.kind === 'candles' && this.#drawn?.kind === 'candles') this.#drawn.api.setData([...bars.bars])
    if (bars.kind === 'line' && this.#drawn?.kind === 'line') this.#drawn.api.setData([...bars.bars])
  }

  #draw(): void {
    const series = this.#drawn?.api
    if (series === undefined || this.#grab.isHolding()) return
    for (const line of this.#priceLines) series.removePriceLine(line)
    this.#priceLines = this.#lines.map(({ price, kind, label }) =>
      series.createPriceLine({
        price,
        color: colourOf(this.#place, LINE_COLOURS[kind]),
        lineWidth: 1,
        lineStyle: LINE_STYLES[kind],
        axisLabelVisible: true,
        title: label,
      }),
    )
    this.#seekFar()
  }

  #repaint(): void {
    this.#chart.applyOptions(chartLook(this.#place))
    if (this.#drawn !== null) this.#chart.removeSeries(this.#drawn.api)
    this.#drawn = null
    this.#show()
  }

  #scale(original: AutoscaleInfo | null): AutoscaleInfo | null {
    const range = original?.priceRange ?? null
    if (range === null) return original
    const lines = this.#lines.map(({ price }) => price)
    const options = { step: this.#stepHere(), reachesAll: this.#reachesAll }
    return { ...original, priceRange: scaleOf(range, lines, options) }
  }

  /** The price step near the last price. */
  #stepHere(): number {
    const last = this.#print?.price ?? this.#data?.candlesticks?.at(-1)?.close ?? this.#data?.history?.at(-1)?.price
    return (last === undefined ? null : stepAt(this.#steps, last)) ?? USUAL_STEP
  }

  /** A line, such as an average price, may be between two steps; the pointer is always on one. */
  #labelOf(price: number): string {
    if (price < 0 || price > 1) return ''
    const isLine = this.#lines.some((line) => Math.abs(line.price - price) < 1e-9)
    return cents(isLine ? price : onGrid(this.#steps, price))
  }

  #tickOf(price: number): string {
    const y = this.#drawn?.api.priceToCoordinate(price) ?? 0
    const isCut = y < EDGE_PX || y > this.#height() - EDGE_PX
    return isCut || price < 0 || price > 1 ? '' : cents(price)
  }

  #height(): number {
    return this.#chart.panes()[0]?.getHeight() ?? 0
  }

  #markerOf({ id, timestamp, price, isBuy }: Mark) {
    return {
      id,
      time: shownAt(timestamp),
      price,
      position: isBuy ? ('atPriceBottom' as const) : ('atPriceTop' as const),
      shape: isBuy ? ('arrowUp' as const) : ('arrowDown' as const),
      color: colourOf(this.#place, isBuy ? '--buy' : '--sell'),
    }
  }

  #point({ hoveredInfo, seriesData }: MouseEventParams): void {
    if (this.#grab.isHolding()) return
    const mark = this.#marks.find(({ id }) => id === hoveredInfo?.objectId)
    const bar = this.#drawn === null ? undefined : seriesData.get(this.#drawn.api)
    this.#reports.pointed(mark?.label ?? (bar === undefined ? '' : wordsOf(bar)))
  }

  #lineAt(y: number) {
    const series = this.#drawn?.api
    if (series === undefined || y > this.#height()) return null
    const near = this.#lines.findIndex(
      ({ canMove, price }) => canMove && Math.abs((series.priceToCoordinate(price) ?? -99) - y) <= GRAB_PX,
    )
    const [line, shown] = [this.#lines[near], this.#priceLines[near]]
    if (line === undefined || shown === undefined) return null
    return {
      id: line.id,
      price: line.price,
      show: (price: number) => {
        shown.applyOptions({ price })
        this.#reports.pointed(`${line.label}: ${cents(line.price)} → ${cents(price)}`)
      },
    }
  }

  #gridAt(y: number): number | null {
    const price = this.#drawn?.api.coordinateToPrice(y) ?? null
    return price === null ? null : onGrid(this.#steps, price)
  }

  #release(): void {
    this.#reports.pointed('')
    this.#draw()
    if (this.#isWaiting) this.#show()
  }

  /** Finds the lines out of sight, once the library has drawn. */
  #seekFar(): void {
    if (this.#isSeeking) return
    this.#isSeeking = true
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        this.#isSeeking = false
        if (this.#drawn !== null) this.#reportFar(this.#drawn.api)
      }),
    )
  }

  #reportFar(series: Drawn['api']): void {
    const height = this.#height()
    const placed = this.#lines.map((line) => ({ line, y: series.priceToCoordinate(line.price) ?? 0 }))
    const above = placed.filter(({ y }) => y < 0).sort((a, b) => b.y - a.y)
    const below = placed.filter(({ y }) => y > height).sort((a, b) => a.y - b.y)
    const far = { above: above.map(({ line }) => line), below: below.map(({ line }) => line) }
    const ids = JSON.stringify(far)
    if (ids === this.#farIds) return
    this.#farIds = ids
    this.#reports.far(far)
  }
}

const LINE_COLOURS = { buy: '--buy', sell: '--sell', stop: '--warn', position: '--muted' } as const

const LINE_STYLES = {
  buy: LineStyle.Solid,
  sell: LineStyle.Solid,
  stop: LineStyle.Dashed,
  position: LineStyle.Dotted,
} as const

/** The bar under the pointer. */
const wordsOf = (bar: object): string => {
  if ('open' in bar && 'high' in bar && 'low' in bar && 'close' in bar)
    return `Open ${inCents(bar.open)}  High ${inCents(bar.high)}  Low ${inCents(bar.low)}  Close ${inCents(bar.close)}`
  return 'value' in bar ? inCents(bar.value) : ''
}

const inCents = (value: unknown): string => cents(typeof value === 'number' ? value : null)
