/** How quickly markets are found in a catalogue as large as both exchanges'. */

import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { textTable } from '../text-table.ts'

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
  return { markets, ...v.parse(Figures, { made, searched }) }
}

const Kinds = v.array(v.object({ what: v.string(), total: v.number(), p50: v.number(), p99: v.number() }))

const Figures = v.object({
  made: v.object({ ms: v.number(), bytes: v.number(), peakRssMb: v.number() }),
  searched: v.object({ coldMs: v.number(), rssMb: v.number(), peakRssMb: v.number(), kinds: Kinds }),
})

export const searchText = ({ markets, made, searched }: SearchFigures): string => {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const megabytes = (mb: number) => `${mb.toFixed(0)} MB`
  const whole = textTable(
    [
      `${markets.toLocaleString('en')} markets`,
      'made in',
      'memory to make it',
      'size',
      'first answer after',
      'memory to search',
    ],
    [
      [
        'snapshot',
        seconds(made.ms),
        megabytes(made.peakRssMb),
        `${(made.bytes / 1e6).toFixed(1)} MB`,
        seconds(searched.coldMs),
        megabytes(searched.peakRssMb),
      ],
    ],
  )
  const questions = textTable(
    ['', '`total` up to', 'p50 ms', 'p99 ms'],
    searched.kinds.map(({ what, total, p50, p99 }) => [
      what,
      total.toLocaleString('en'),
      p50.toFixed(1),
      p99.toFixed(1),
    ]),
  )
  return `${whole}\n\n${questions}`
}
