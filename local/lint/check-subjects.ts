/** Part of `npm run lint`: fails if an import between subjects goes up. docs/architecture.md shows the order. */

import { globSync, readFileSync } from 'node:fs'
import packageJson from '../../package.json' with { type: 'json' }
import { brokenSubjectOrder, SUBJECT_ORDER } from './subject-order.ts'

const aliases = Object.entries(packageJson.imports).map(
  ([name, folder]) => [name.replace('*', ''), folder.replace('./', '').replace('*', '')] as const,
)
const paths = Object.keys(SUBJECT_ORDER).flatMap((room) => globSync(`${room}/**/*.ts`))
const broken = brokenSubjectOrder(
  paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  aliases,
)
for (const sentence of broken) console.error(sentence)
if (broken.length > 0) {
  console.error('Move the file to the subject that it belongs to, or let the caller give what it needs.')
  process.exitCode = 1
}
