/** Node's flags of `npm start`, so that the service is measured as it runs. */

import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const Manifest = v.object({ scripts: v.object({ start: v.string() }) })

/** Those that stand before the file in the script `start`; throws where there are none. */
export const startFlags = (): readonly string[] => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  const { start } = v.parse(Manifest, JSON.parse(manifest)).scripts
  const flags = start.match(/--\S+/g)
  if (flags === null) throw new Error('the script "start" of package.json gives Node no flags')
  return flags
}
