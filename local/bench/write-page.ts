/** Puts fresh figures into docs/performance.md or docs/scale.md, between the marks that name each block; the words around them stay. */

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PAGES = ['performance', 'scale'].map((name) => fileURLToPath(new URL(`../../docs/${name}.md`, import.meta.url)))

/** Throws where no page has a place for it. */
export const writePage = (block: string, text: string): void => {
  const [begin, end] = [`<!-- bench: ${block} -->`, `<!-- end: ${block} -->`]
  for (const file of PAGES) {
    const page = readFileSync(file, 'utf8')
    const from = page.indexOf(begin)
    const to = page.indexOf(end)
    if (from < 0 || to < from) continue
    writeFileSync(file, `${page.slice(0, from)}${begin}\n${text}\n${page.slice(to)}`)
    return
  }
  throw new Error(`neither docs/performance.md nor docs/scale.md has a place for ${block}: ${begin} … ${end}`)
}
