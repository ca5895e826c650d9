/** Rows under headings, numbers to the right. */

type Cell = string | number | null

export const drawTable = (headings: readonly string[], rows: ReadonlyArray<readonly Cell[]>): string => {
  const texts = [headings, ...rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))]
  const widths = headings.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)))
  const toTheRight = headings.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  return texts
    .map((row) =>
      row
        .map((text, column) =>
          toTheRight[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
