/** The chart itself: candles if the exchange has real ones, else a step line. Loaded only when it is shown. */

import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { components } from '../../../openapi-types.ts'
import { price } from '../../format/price.ts'
import { grabLines } from './grab-lines.ts'
import type { Line } from './lines-of.ts'
import { mergeCandles } from './merge-candles.ts'
import { type Print, seriesTo } from './series-to.ts'

type PriceSeries = components['schemas']['PriceSeries']

export interface Chart {
  readonly show: (series: PriceSeries) => void
  /** Continues to the newest trade. */
  readonly end: (print: Print | null) => void
  readonly draw: (lines: readonly Line[]) => void
  readonly remove: () => void
}

/** As many as a chart can show apart. */
const CANDLES = 110

/** How near to a line the pointer takes hold of it. */
const GRAB_PX = 7

type Series = ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>

/** `moved` is told where the user dragged a line to. */
export const createPriceChart = (place: HTMLElement, moved: (id: string, price: number) => void): Chart => {
  const chart = createChart(place, { autoSize: true, ...look(place) })
  let series: Series | null = null
  let drawn: readonly IPriceLine[] = []
  let lines: readonly Line[] = []
  let isFitted = false
  let data: PriceSeries | null = null
  let print: Print | null = null
  /** True if data came while a line was dragged. */
  let isWaiting = false
  const draw = (): void => {
    if (series === null || grab.isHolding()) return
    for (const line of drawn) series.removePriceLine(line)
    drawn = lines
      .map(({ price, kind, label }) => addLine(series, place, price, kind, label))
      .filter((line) => line !== null)
  }
  /** Orders and exits are drawn wherever they are, so the scale reaches to them. */
  const withLines = (original: () => AutoscaleInfo | null): AutoscaleInfo | null => {
    const shown = original()
    const range = shown?.priceRange ?? null
    const prices = lines.map(({ price }) => price)
    if (range === null || prices.length === 0) return shown
    return {
      ...shown,
      priceRange: {
        minValue: Math.min(range.minValue, ...prices),
        maxValue: Math.max(range.maxValue, ...prices),
      },
    }
  }
  const repaint = (): void => {
    chart.applyOptions(look(place))
    draw()
  }
  const grab = grabLines(place, {
    at: (y) => {
      const near = lines.findIndex(
        ({ canMove, price }) => canMove && Math.abs((series?.priceToCoordinate(price) ?? -99) - y) <= GRAB_PX,
      )
      const [line, shown] = [lines[near], drawn[near]]
      return line === undefined || shown === undefined
        ? null
        : { id: line.id, show: (price) => shown.applyOptions({ price }) }
    },
    priceAt: (y) => series?.coordinateToPrice(y) ?? null,
    moved,
    left: () => {
      if (isWaiting) show()
      else draw()
    },
  })
  const show = (): void => {
    isWaiting = grab.isHolding()
    if (isWaiting || data === null) return
    if (series !== null) chart.removeSeries(series)
    drawn = []
    series = addSeries(chart, place, seriesTo(data, print))
    series.applyOptions({ autoscaleInfoProvider: withLines })
    draw()
    if (!isFitted) chart.timeScale().fitContent()
    isFitted = true
  }
  const themes = new MutationObserver(repaint)
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', repaint)
  return {
    show: (next) => {
      data = next
      show()
    },
    end: (next) => {
      print = next
      show()
    },
    draw: (next) => {
      lines = next
      draw()
    },
    remove: () => {
      grab.end()
      themes.disconnect()
      system.removeEventListener('change', repaint)
      chart.remove()
    },
  }
}

const FORMAT = {
  type: 'custom',
  minMove: 0.0001,
  // The scale reaches a little further than prices do.
  formatter: (value: number) => (value < 0 || value > 1 ? '' : price(value)),
} as const

const addSeries = (chart: IChartApi, place: HTMLElement, data: PriceSeries): Series => {
  const colour = (name: string) => colourOf(place, name)
  const candles = mergeCandles(data.candlesticks ?? [], CANDLES)
  // If most candles have one price, no bodies are visible.
  if (candles.filter(({ high, low }) => high !== low).length > candles.length / 2) {
    const series = chart.addSeries(CandlestickSeries, {
      upColor: colour('--buy'),
      downColor: colour('--sell'),
      borderVisible: false,
      wickUpColor: colour('--buy'),
      wickDownColor: colour('--sell'),
      priceFormat: FORMAT,
    })
    series.setData(
      candles.map(({ timestamp, open, high, low, close }) => ({ time: at(timestamp), open, high, low, close })),
    )
    return series
  }
  const series = chart.addSeries(LineSeries, {
    lineType: LineType.WithSteps,
    lineWidth: 2,
    color: colour('--accent'),
    priceFormat: FORMAT,
  })
  const points = data.history ?? candles.map(({ timestamp, close }) => ({ timestamp, price: close }))
  series.setData(points.map(({ timestamp, price }) => ({ time: at(timestamp), value: price })))
  return series
}

/** The library draws times as if they were UTC; people read their own. */
const at = (seconds: number): UTCTimestamp =>
  (seconds - new Date(seconds * 1_000).getTimezoneOffset() * 60) as UTCTimestamp

const LINE_COLOURS = { buy: '--buy', sell: '--sell', stop: '--warn', position: '--muted' } as const

const addLine = (
  series: Series | null,
  place: HTMLElement,
  at: number,
  kind: Line['kind'],
  title: string,
): IPriceLine | null =>
  series?.createPriceLine({
    price: at,
    color: colourOf(place, LINE_COLOURS[kind]),
    lineWidth: 1,
    lineStyle: kind === 'stop' ? LineStyle.Dashed : kind === 'position' ? LineStyle.Dotted : LineStyle.Solid,
    axisLabelVisible: true,
    title,
  }) ?? null

/** Value of a variable of the style sheet in the present theme. */
const colourOf = (place: HTMLElement, name: string): string => {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const look = (place: HTMLElement) => ({
  layout: {
    attributionLogo: false,
    background: { color: 'transparent' },
    textColor: colourOf(place, '--muted'),
    fontFamily: getComputedStyle(document.body).fontFamily,
  },
  grid: { vertLines: { visible: false }, horzLines: { color: colourOf(place, '--line') } },
  rightPriceScale: { borderVisible: false },
  timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false },
  // A page is scrolled with the wheel and with a finger.
  handleScroll: { mouseWheel: false, vertTouchDrag: false },
  handleScale: { mouseWheel: false },
})
