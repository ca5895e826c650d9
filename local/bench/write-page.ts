/** Puts fresh figures into docs/performance.md, between the marks that name each block; the words around them stay. */

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))

/** Throws if the page has no place for it. */
export const writePage = (block: string, text: string): void => {
  const [begin, end] = [`<!-- bench: ${block} -->`, `<!-- end: ${block} -->`]
  const page = readFileSync(PAGE, 'utf8')
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${block}: ${begin} … ${end}`)
  writeFileSync(PAGE, `${page.slice(0, from)}${begin}\n${text}\n${page.slice(to)}`)
}
