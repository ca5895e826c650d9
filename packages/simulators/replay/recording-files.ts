/** The files of one exchange in a recording, and their lines in the order of time. */

import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { type RecordedLine, readLine } from './recorded-line.ts'

/** `2026-11-29T09.jsonl`, or a part of an hour: `2026-11-29T09-1796029200123-4f2a.jsonl.gz`. */
const FILE = /^\d{4}-\d\d-\d\dT\d\d[^/]*\.jsonl(\.gz)?$/

/** Longest time by which a line may come too late. */
const OUT_OF_ORDER = 120_000
/** Lines that wait for their turn are sorted each time when there are so many new ones. */
const SORTED_AT = 5_000

/** Paths by time. */
export const filesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => FILE.test(name))
        .sort()
        .map((name) => join(folder, name))
    : []

/** Texts of all lines, in the order of the files. A file that ends in the middle, compressed or not, ends there. */
export async function* textsIn(paths: readonly string[]): AsyncGenerator<string> {
  for (const path of paths) {
    try {
      yield* linesOf(path)
    } catch (error) {
      if (!isCut(error)) throw error
    }
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) if (line !== '') yield line
}

/** True for a compressed file that ends too early. */
const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'Z_BUF_ERROR' || error.code === 'Z_DATA_ERROR')

/** Lines by the time at which they were received. */
export async function* linesByTime(paths: readonly string[]): AsyncGenerator<RecordedLine> {
  let waiting: RecordedLine[] = []
  let fresh = 0
  for await (const text of textsIn(paths)) {
    const line = readLine(text)
    if (line === null) continue
    waiting.push(line)
    fresh += 1
    if (fresh < SORTED_AT) continue
    fresh = 0
    waiting.sort(byTime)
    const until = (waiting.at(-1)?.at ?? 0) - OUT_OF_ORDER
    const due = waiting.findIndex(({ at }) => at >= until)
    yield* waiting.splice(0, due)
  }
  waiting = waiting.sort(byTime)
  yield* waiting
}

const byTime = (one: RecordedLine, other: RecordedLine): number => one.at - other.at
