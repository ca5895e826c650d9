/** Memory of processes, from `/proc`, so on Linux. */

import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Bytes; a page that several processes share counts once in the proportional set size (PSS). */
export interface ProcessMemory {
  readonly pss: number
  readonly rss: number
  /** PSS by the name of the program. */
  readonly byProgram: Readonly<Record<string, number>>
}

export const isRunning = (pid: number): boolean => fieldsOf(pid).length > 1

/** The process and all that descend from it, now. */
export const memoryOf = (root: number): ProcessMemory => {
  const byProgram: Record<string, number> = {}
  let [pss, rss] = [0, 0]
  for (const pid of treeOf(root)) {
    const rollup = read(`/proc/${pid}/smaps_rollup`)
    const own = kilobytes(rollup, 'Pss')
    pss += own
    rss += kilobytes(rollup, 'Rss')
    const program = basename(read(`/proc/${pid}/cmdline`).split('\0')[0] ?? '')
    byProgram[program] = (byProgram[program] ?? 0) + own
  }
  return { pss, rss, byProgram }
}

const kilobytes = (rollup: string, field: string): number =>
  Number(new RegExp(`^${field}: +(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) * 1_024

/** The process and all that descend from it. */
export const treeOf = (root: number): readonly number[] => {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(fieldsOf(Number(name))[1] ?? 0)
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const below = (pid: number): readonly number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)]
  return below(root)
}

/** User and system time of the tree, and of what ended in it. */
export const cpuSeconds = (root: number): number => {
  const ticks = treeOf(root).flatMap((pid) => fieldsOf(pid).slice(11, 15).map(Number))
  return ticks.reduce((sum, each) => sum + each, 0) / 100
}

/** Fields of `/proc/<pid>/stat` from the state on: the name before it may hold any character. */
const fieldsOf = (pid: number): readonly string[] => {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Empty when the process is gone. */
const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
