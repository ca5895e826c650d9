/** A price series as a chart of characters: the range of each column as a line, its close as a block. */

import { priceText } from './numbers.ts'

export interface Point {
  /** Unix seconds. */
  readonly timestamp: number
  readonly low: number
  readonly high: number
  readonly close: number
}

export interface ChartSize {
  readonly width?: number
  readonly height?: number
}

export const drawChart = (points: readonly Point[], { width = 72, height = 14 }: ChartSize = {}): string => {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return 'There were no trades in this period.'
  const low = Math.min(...points.map((point) => point.low))
  const high = Math.max(...points.map((point) => point.high))
  const margin = Math.max(priceText(low).length, priceText(high).length)
  const columns = inColumns(points, Math.max(1, width - margin - 2))
  const rowOf = (price: number): number =>
    high === low ? Math.floor(height / 2) : Math.round(((high - price) / (high - low)) * (height - 1))
  const cells = columns.map((column) => ({
    from: rowOf(column.high),
    to: rowOf(column.low),
    close: rowOf(column.close),
  }))
  const rows = Array.from({ length: height }, (_, row) => {
    const line = cells.map(({ from, to, close }) => (row === close ? '█' : row >= from && row <= to ? '│' : ' '))
    const price = high - ((high - low) * row) / Math.max(1, height - 1)
    const label = row === 0 || row === height - 1 ? priceText(Number(price.toFixed(4))) : ''
    return `${label.padStart(margin)} ┤${line.join('').trimEnd()}`
  })
  const start = timeText(first.timestamp)
  const end = timeText(last.timestamp)
  const gap = Math.max(1, columns.length - start.length - end.length)
  return [...rows, `${' '.repeat(margin + 2)}${start}${' '.repeat(gap)}${end}`].join('\n')
}

/** Merges neighbouring points into at most `count` columns: their range, and the close of the last. */
const inColumns = (points: readonly Point[], count: number): readonly Point[] => {
  const size = Math.ceil(points.length / count)
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) => {
    const part = points.slice(index * size, (index + 1) * size)
    return {
      timestamp: part[0]?.timestamp ?? 0,
      low: Math.min(...part.map(({ low }) => low)),
      high: Math.max(...part.map(({ high }) => high)),
      close: part.at(-1)?.close ?? 0,
    }
  })
}

const timeText = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(5, 16).replace('T', ' ')
