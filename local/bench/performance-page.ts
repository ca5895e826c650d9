/** Puts fresh figures into docs/performance.md, between the marks that name each block; the words around them stay. */

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const writePerformancePage = (blocks: Readonly<Record<string, string>>): void => {
  const file = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))
  let page = readFileSync(file, 'utf8')
  for (const [name, text] of Object.entries(blocks)) {
    const begin = `<!-- bench: ${name} -->`
    const end = `<!-- end: ${name} -->`
    const from = page.indexOf(begin)
    const to = page.indexOf(end)
    if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}: ${begin} … ${end}`)
    page = `${page.slice(0, from)}${begin}\n${text}\n${page.slice(to)}`
  }
  writeFileSync(file, page)
}
