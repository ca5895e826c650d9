/** How quickly markets are found in a catalogue as large as both exchanges', beside MiniSearch, which keeps its index in memory. */

import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'

export interface SearchFigures extends v.InferOutput<typeof Figures> {
  readonly markets: number
}

export const measureSearch = async (
  dir: string,
  markets: number,
  progress: (text: string) => void,
): Promise<SearchFigures> => {
  mkdirSync(dir)
  const file = join(dir, 'markets.db.zst')
  const run = async (part: string, rounds: number): Promise<unknown> => {
    progress(`search among ${markets} markets: ${part}`)
    const script = fileURLToPath(new URL('search-process.ts', import.meta.url))
    const args = ['--max-old-space-size=8192', script, part, file, String(markets), String(rounds)]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { NODE_NO_WARNINGS: '1' } })
    return JSON.parse(stdout)
  }
  const made = await run('make', 0)
  const searched = await run('search', 100)
  const peer = await run('peer', 10)
  return { markets, ...v.parse(Figures, { made, searched, peer }) }
}

const Kinds = v.array(v.object({ what: v.string(), total: v.number(), p50: v.number(), p99: v.number() }))

const Figures = v.object({
  made: v.object({ ms: v.number(), bytes: v.number(), peakRssMb: v.number() }),
  searched: v.object({ coldMs: v.number(), rssMb: v.number(), peakRssMb: v.number(), kinds: Kinds }),
  peer: v.object({ ms: v.number(), peakRssMb: v.number(), kinds: Kinds }),
})
