/**
 * Part of `npm run lint`: fails if a comment or a document has more findings of `prose.ts` than `prose-allowed.json` allows for its file.
 * The list may only shrink: a file with fewer findings fails too, until `node local/lint/check-prose.ts --shrink` has lowered its number.
 */

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { proseFindings } from './prose.ts'
import { comparedWithAllowed } from './prose-allowed.ts'

const LIST = new URL('prose-allowed.json', import.meta.url)
const PATHS = ['{shared,functions,infra,local,packages,client,test}/**/*.{ts,tsx}', 'docs/**/*.md', '*.md']
const NOT_OURS = [/(?:^|\/)(?:node_modules|dist)\//, /openapi-types/, /^CHANGELOG\.md$/]

const paths = globSync(PATHS).filter((path) => !NOT_OURS.some((pattern) => pattern.test(path)))
const findings = new Map(paths.toSorted().map((path) => [path, proseFindings(path, readFileSync(path, 'utf8'))]))
const allowed: Record<string, number> = JSON.parse(readFileSync(LIST, 'utf8'))
const { excess, lowered } = comparedWithAllowed(findings, allowed)

if (process.argv.includes('--shrink')) {
  writeFileSync(LIST, `${JSON.stringify(lowered, null, 2)}\n`)
} else {
  const shrunk = JSON.stringify(lowered) !== JSON.stringify(allowed)
  for (const sentence of excess) console.error(sentence)
  if (shrunk)
    console.error(
      'Fewer findings than allowed: run `node local/lint/check-prose.ts --shrink` and commit local/lint/prose-allowed.json.',
    )
  if (excess.length > 0 || shrunk) process.exitCode = 1
}
