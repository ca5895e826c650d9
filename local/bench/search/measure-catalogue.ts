/** What a catalogue of so many markets takes: time, memory and disk to make its snapshot, and to load and search it. */

import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { textTable } from '../text-table.ts'

export interface CatalogueFigures {
  readonly markets: number
  readonly made: v.InferOutput<typeof Made>
  /** The most that its files took at any moment, also those without a name, in MB; null where the system does not tell. */
  readonly makingDiskMb: number | null
  readonly searched: v.InferOutput<typeof Searched>
  readonly searchingDiskMb: number | null
}

/** In processes of their own, so that their memory is their own. */
export const measureCatalogue = async (
  folder: string,
  markets: number,
  progress: (text: string) => void,
): Promise<CatalogueFigures> => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'markets.db.zst')
  progress(`catalogue: making ${markets.toLocaleString('en')} markets`)
  const made = await runPart(folder, ['make', file, String(markets), '0'])
  progress('catalogue: loading and searching it')
  const searched = await runPart(folder, ['search', file, String(markets), '20'])
  return {
    markets,
    made: v.parse(Made, made.figures),
    makingDiskMb: made.diskMb,
    searched: v.parse(Searched, searched.figures),
    searchingDiskMb: searched.diskMb,
  }
}

const Made = v.object({ ms: v.number(), cpuMs: v.number(), bytes: v.number(), peakRssMb: v.number() })
const Searched = v.object({ coldMs: v.number(), peakRssMb: v.number() })

const DISK_EVERY_MS = 50

const runPart = async (folder: string, given: readonly string[]) => {
  const script = fileURLToPath(new URL('search-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', script, ...given], {
    // SQLite sorts and vacuums where this names.
    env: { ...process.env, SQLITE_TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let diskMb: number | null = null
  const looking = setInterval(() => {
    const now = openFilesMb(child.pid, folder)
    if (now !== null) diskMb = Math.max(diskMb ?? 0, now)
  }, DISK_EVERY_MS)
  try {
    const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
    let told = ''
    for await (const chunk of child.stdout) told += String(chunk)
    if ((await ended) !== 0) throw new Error(`the catalogue could not be measured: ${given.join(' ')}`)
    return { figures: JSON.parse(told) as unknown, diskMb }
  } finally {
    clearInterval(looking)
  }
}

/** The files of the process in that folder, each once. Only Linux tells of those that have no name any more. */
const openFilesMb = (pid: number | undefined, folder: string): number | null => {
  try {
    const descriptors = `/proc/${pid}/fd`
    const sizes = new Map<number, number>()
    for (const name of readdirSync(descriptors)) {
      const found = statSync(join(descriptors, name), { throwIfNoEntry: false })
      if (found?.isFile() && found.dev === statSync(folder).dev) sizes.set(found.ino, found.blocks * 512)
    }
    return [...sizes.values()].reduce((sum, size) => sum + size, 0) / 2 ** 20
  } catch {
    return null
  }
}

/** Within so much the snapshot of a million markets is to be made. */
const MOST_SECONDS = 120
const MOST_MB = 1_500

export const catalogueText = ({ markets, made, makingDiskMb, searched, searchingDiskMb }: CatalogueFigures): string => {
  const mb = (value: number | null): string => (value === null ? '' : `${value.toFixed(0)} MB`)
  const seconds = made.ms / 1_000
  const isWithin = seconds <= MOST_SECONDS && made.peakRssMb <= MOST_MB
  const table = textTable(
    [`${markets.toLocaleString('en')} markets`, 'takes', 'CPU time', 'memory', 'disk'],
    [
      [
        'making the snapshot',
        `${seconds.toFixed(1)} s`,
        `${(made.cpuMs / 1_000).toFixed(1)} s`,
        mb(made.peakRssMb),
        mb(makingDiskMb),
      ],
      [
        'loading it, and the first answer',
        `${(searched.coldMs / 1_000).toFixed(1)} s`,
        '',
        mb(searched.peakRssMb),
        mb(searchingDiskMb),
      ],
    ],
  )
  const verdict = `${isWithin ? 'Within' : 'NOT within'} ${MOST_SECONDS} s and ${MOST_MB} MB.`
  return `${table}\n\nThe snapshot has ${(made.bytes / 1e6).toFixed(1)} MB. ${verdict}`
}
