/** Rows under headings, numbers to the right. On a terminal a table is cut to its width. */

import { type Paint, type Style, styled } from './colours.ts'

type Cell = string | number | null

export interface Column {
  readonly name: string
  /** An id is shown by its end, a time without year and seconds if there is no room, and a text is shortened. */
  readonly kind?: 'id' | 'time' | 'text'
  /** Left out if there is no room; the lowest first. */
  readonly drop?: number
  /** The colour of a cell; null for none. */
  readonly style?: (text: string) => Style | null
}

export interface Fit extends Paint {
  /** Columns of the terminal; absent if the output is no terminal: then nothing is shortened. */
  readonly tableWidth?: number | undefined
}

/** One column with its cells; the heading is the first. */
interface Drawn {
  readonly column: Column
  readonly toTheRight: boolean
  readonly cells: readonly string[]
}

type Table = readonly Drawn[]

const GAP = 2
/** Letters of an id that are shown: the end differs, the beginning is a time. */
export const ID_END = 8

export const drawTable = (
  columns: ReadonlyArray<string | Column>,
  rows: ReadonlyArray<readonly Cell[]>,
  { tableWidth, colours = false }: Fit = {},
): string => {
  const whole = columns.map((named, at): Drawn => {
    const column = typeof named === 'string' ? { name: named } : named
    const cells = [column.name, ...rows.map((row) => String(row[at] ?? ''))]
    return { column, cells, toTheRight: rows.some((row) => typeof row[at] === 'number') }
  })
  const table = tableWidth === undefined ? whole : fitted(whole, tableWidth)
  return [undefined, ...rows].map((_, row) => lineOf(table, row, colours)).join('\n')
}

const lineOf = (table: Table, row: number, colours: boolean): string =>
  table
    .map((drawn, at) => {
      const text = drawn.cells[row] ?? ''
      const width = widthOf(drawn)
      const isLast = at === table.length - 1
      const padded = drawn.toTheRight ? text.padStart(width) : isLast ? text : text.padEnd(width)
      return styled(padded, row === 0 ? 'bold' : (drawn.column.style?.(text) ?? null), { colours })
    })
    .join(' '.repeat(GAP))
    .trimEnd()

const widthOf = ({ cells }: Drawn): number => Math.max(...cells.map((cell) => cell.length))
const widthOfAll = (table: Table): number => table.reduce((sum, drawn) => sum + widthOf(drawn) + GAP, -GAP)

const fitted = (whole: Table, width: number): Table => {
  const drops = whole
    .filter(({ column }) => column.drop !== undefined)
    .sort((a, b) => (a.column.drop ?? 0) - (b.column.drop ?? 0))
    .map(
      ({ column }) =>
        (table: Table) =>
          table.filter((drawn) => drawn.column !== column),
    )
  let table = whole.map((drawn) => (drawn.column.kind === 'id' ? shortened(drawn, (id) => id.slice(-ID_END)) : drawn))
  for (const step of [shortTimes, texts(width, 20), ...drops, texts(width, 8)]) {
    if (widthOfAll(table) <= width) break
    table = [...step(table)]
  }
  return table
}

const shortened = (drawn: Drawn, cut: (cell: string) => string): Drawn => ({
  ...drawn,
  cells: drawn.cells.map((cell, row) => (row === 0 ? cell : cut(cell))),
})

const shortTimes = (table: Table): Table =>
  table.map((drawn) =>
    drawn.column.kind === 'time'
      ? shortened(drawn, (time) => time.replace(/^\d{4}-/, '').replace(/:\d\d$/, ''))
      : drawn,
  )

/** Cuts texts to the room that is left, but to no less than `least` letters. */
const texts =
  (width: number, least: number) =>
  (table: Table): Table => {
    let excess = widthOfAll(table) - width
    return table.map((drawn) => {
      if (drawn.column.kind !== 'text' || excess <= 0) return drawn
      const before = widthOf(drawn)
      const room = Math.max(least, drawn.column.name.length, before - excess)
      excess -= Math.max(0, before - room)
      return shortened(drawn, (text) => (text.length > room ? `${text.slice(0, room - 1).trimEnd()}…` : text))
    })
  }
