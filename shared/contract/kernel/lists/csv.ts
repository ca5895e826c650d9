/** Records as CSV (RFC 4180), with a header row. Spreadsheets read no cell as a formula. */

type Cells = Readonly<Record<string, unknown>>

/** Returns the header row and a row for each record. A null is an empty cell, and an object is its JSON. */
export const toCsv = (columns: readonly string[], records: readonly Cells[]): string =>
  [columns, ...records.map((record) => columns.map((column) => textOf(record[column])))]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('')

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return harmless(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Begins a text with an apostrophe if a spreadsheet would read it as a formula (OWASP, CSV injection). Numbers stay as they are. */
const harmless = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
