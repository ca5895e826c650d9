/** A month of the market catalogue: what a sync takes while tens of thousands of markets open and are settled each day. */

import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { lambdaHeap } from '../lambda-heap.ts'
import { quantile } from '../quantile.ts'
import { textTable } from '../text-table.ts'

export interface MonthEffort {
  readonly days: number
  /** So many markets open a day, and as many are over. */
  readonly aDay: number
  readonly openDays: number
  /** Memory of the function, in MB. */
  readonly memoryMb: number
}

export interface MonthFigures {
  readonly effort: MonthEffort
  readonly syncs: ReadonlyArray<v.InferOutput<typeof Sync>>
  readonly end: v.InferOutput<typeof End>
}

export const measureMonth = async (
  folder: string,
  effort: MonthEffort,
  progress: (text: string) => void,
): Promise<MonthFigures> => {
  mkdirSync(folder, { recursive: true })
  const script = fileURLToPath(new URL('month-process.ts', import.meta.url))
  const { days, aDay, openDays, memoryMb } = effort
  const heap = [...lambdaHeap(memoryMb), '--no-warnings']
  const given = [script, folder, String(days), String(aDay), String(openDays)]
  const child = spawn(process.execPath, [...heap, ...given], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
  const syncs: Array<v.InferOutput<typeof Sync>> = []
  let end: v.InferOutput<typeof End> | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    const told = v.parse(v.variant('kind', [Sync, End]), JSON.parse(line))
    if (told.kind === 'end') {
      end = told
      continue
    }
    const sync = told
    syncs.push(sync)
    progress(
      `catalogue: day ${sync.day} of ${days}, ${sync.kind}, ${sync.markets} markets, ${(sync.ms / 1_000).toFixed(1)} s, CPU ${(sync.cpuMs / 1_000).toFixed(1)} s, ${(sync.bytes / 1e6).toFixed(1)} MB stored, ${sync.rssMb.toFixed(0)} MB of memory at most`,
    )
  }
  if ((await ended) !== 0 || end === null) throw new Error('the month of the catalogue was not played to its end')
  return { effort, syncs, end }
}

const Sync = v.object({
  kind: v.picklist(['first', 'half', 'changes', 'walk']),
  day: v.number(),
  ms: v.number(),
  cpuMs: v.number(),
  markets: v.number(),
  bytes: v.number(),
  rssMb: v.number(),
  writes: v.number(),
})

/** After the last day: what a day of play took, and how quickly markets are found. */
const End = v.object({ kind: v.literal('end'), dayCpuMs: v.number(), p50: v.number(), p99: v.number() })

/** Dollars for a GB-second of Lambda on ARM, in us-east-1. */
const GB_SECOND = 0.0000133334
/** Dollars for storing an object in S3. */
const PUT = 0.000005
/** Dollars for a million write units. */
const WRITES = 0.625
/** Syncs of a month of 30 days, while somebody uses the service and while nobody does. */
const EACH_MONTH = { used: 30 * 288, unused: 30 * 24 }

export const monthText = ({ effort, syncs, end }: MonthFigures): string => {
  const { days, aDay, openDays, memoryMb } = effort
  const kinds = {
    first: 'the first one',
    half: 'after half a day',
    changes: 'each five minutes',
    walk: 'once a day, all open markets',
  }
  const rows = Object.entries(kinds).map(([kind, words]) => {
    const own = syncs.filter((sync) => sync.kind === kind)
    const times = own.map(({ ms }) => ms / 1_000)
    const cpu = own.map(({ cpuMs }) => cpuMs / 1_000)
    const at = (share: number, values: readonly number[]) => `${quantile(values, share).toFixed(1)} s`
    return [words, String(own.length), at(0.5, times), at(1, times), at(0.5, cpu)]
  })
  const largest = Math.max(...syncs.map(({ bytes }) => bytes))
  const last = syncs.at(-1)
  const cost = (each: number): string => {
    const of = (kind: string): number =>
      quantile(
        syncs.filter((sync) => sync.kind === kind).map(({ cpuMs }) => cpuMs / 1_000),
        0.5,
      )
    const seconds = (each - 30) * of('changes') + 30 * of('walk')
    const writes = ((last?.writes ?? 0) / days) * 30
    return `$${(seconds * (memoryMb / 1_024) * GB_SECOND + each * PUT + (writes / 1e6) * WRITES).toFixed(2)}`
  }
  return [
    `${days} days with ${aDay.toLocaleString('en')} openings and as many settlements each; ${(aDay * openDays).toLocaleString('en')} markets are open at any time.`,
    textTable(['sync', 'measured', 'p50', 'longest', 'CPU time p50'], rows),
    `The index grows to ${(largest / 1e6).toFixed(1)} MB and ${Math.max(...syncs.map(({ markets }) => markets)).toLocaleString('en')} markets, and stays there. The process takes ${Math.max(...syncs.map(({ rssMb }) => rssMb)).toFixed(0)} MB at most; the function has ${memoryMb} MB. The table got ${(last?.writes ?? 0).toLocaleString('en')} writes.`,
    `Searches take ${end.p50.toFixed(1)} ms (p50) and ${end.p99.toFixed(1)} ms (p99). A day of play takes ${(end.dayCpuMs / 1_000).toFixed(0)} s of CPU time.`,
    `By the CPU time on this machine, with a whole core, a month costs ${cost(EACH_MONTH.used)} while somebody uses the service, and ${cost(EACH_MONTH.unused)} while nobody does. A function of ${memoryMb} MB has ${((memoryMb / 1_769) * 100).toFixed(0)} % of a core, so multiply by ${(1_769 / memoryMb).toFixed(1)}.`,
  ].join('\n\n')
}
