/** How `npm start` runs Node, so that the service is measured as it runs. */

import { readFileSync } from 'node:fs'

export interface NodeSettings {
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** Reads `local/start.sh`: words with dashes in the line that runs Node are flags, exported names are variables. */
export const asNpmStart = (): NodeSettings => {
  const script = readFileSync(new URL('../../start.sh', import.meta.url), 'utf8')
  const [, words = ''] = /^exec sh local\/node\.sh (.*)$/m.exec(script) ?? []
  const flags = words.split(' ').filter((word) => word.startsWith('--'))
  if (flags.length === 0) throw new Error('local/start.sh gives Node no flags')
  const variables = script.matchAll(/^export (\w+)=(\S+)$/gm)
  return { flags, environment: Object.fromEntries([...variables].map(([, name = '', value = '']) => [name, value])) }
}
