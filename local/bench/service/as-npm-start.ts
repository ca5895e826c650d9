/** How `npm start` runs Node, so that the service is measured as it runs. */

import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const Manifest = v.object({ scripts: v.object({ start: v.string() }) })

export interface NodeSettings {
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** Read from the script `start`: what has dashes is a flag of Node, what has a value is a variable. */
export const asNpmStart = (): NodeSettings => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  const { start } = v.parse(Manifest, JSON.parse(manifest)).scripts
  const words = start.split(' ')
  const flags = words.filter((word) => word.startsWith('--'))
  if (flags.length === 0) throw new Error('the script "start" of package.json gives Node no flags')
  const variables = words.filter((word) => /^[A-Z_]+=/.test(word))
  return { flags, environment: Object.fromEntries(variables.map((one) => one.split('='))) }
}
