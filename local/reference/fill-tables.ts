/** Replaces the text between the markers `<!-- generated: name -->` and `<!-- end -->` of a page. */

/** Returns the page with its generated tables. Throws if a table has no marker on the page, or a marker has no table. */
export const fillTables = (page: string, tables: ReadonlyMap<string, string>): string => {
  const filled = new Set<string>()
  const text = page.replace(MARKED, (_, name: string) => {
    const table = tables.get(name)
    if (table === undefined) throw new Error(`there is no generated table ${name}`)
    filled.add(name)
    return `<!-- generated: ${name} -->\n\n${table}\n\n<!-- end -->`
  })
  for (const name of tables.keys()) if (!filled.has(name)) throw new Error(`the page has no marker for ${name}`)
  return text
}

const MARKED = /<!-- generated: (.+?) -->[\s\S]*?<!-- end -->/g

/** Returns a Markdown table. */
export const markdownTable = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
  [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')

const line = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`
