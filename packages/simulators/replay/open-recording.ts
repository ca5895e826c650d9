/** Opens a recording: checks it, and reads its markets and its length. */

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { NEWEST_FORMAT, type RecordedLine, type RecordedMarket, readLine } from './recorded-line.ts'
import { filesIn, linesByTime, textsIn } from './recording-files.ts'

export const RECORDED_EXCHANGES = ['EXCHANGE_A', 'EXCHANGE_B'] as const
export type RecordedExchange = (typeof RECORDED_EXCHANGES)[number]

/** One exchange of a recording. */
export interface RecordedPart {
  readonly markets: readonly RecordedMarket[]
  lines(): AsyncGenerator<RecordedLine>
}

export interface OpenedRecording {
  /** Times of the first and of the last line. */
  readonly from: number
  readonly to: number
  /** Lines that cannot be read: half ones of killed processes. */
  readonly unreadable: number
  readonly parts: Readonly<Record<RecordedExchange, RecordedPart>>
}

/** A recording that cannot be replayed; the message says why and what to do. */
export class RecordingUnusable extends Error {}

/** Throws `RecordingUnusable`. */
export const openRecording = async (folder: string): Promise<OpenedRecording> => {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new RecordingUnusable(
      `${folder} is no folder. A recording is the folder that npm start -- --record has written.`,
    )
  const scans = {
    EXCHANGE_A: await scan(folder, 'EXCHANGE_A'),
    EXCHANGE_B: await scan(folder, 'EXCHANGE_B'),
  }
  const all = [scans.EXCHANGE_A, scans.EXCHANGE_B]
  if (all.every(({ paths }) => paths.length === 0))
    throw new RecordingUnusable(
      `${folder} holds no recording: it needs files such as EXCHANGE_A/2026-11-29T09.jsonl. Did you mean a folder in it?`,
    )
  if (all.every(({ markets }) => markets.size === 0))
    throw new RecordingUnusable(
      `${folder} holds no line with a market, so nothing can be replayed. Record again with npm start -- --record.`,
    )
  return {
    from: Math.min(...all.map(({ from }) => from)),
    to: Math.max(...all.map(({ to }) => to)),
    unreadable: all.reduce((sum, { unreadable }) => sum + unreadable, 0),
    parts: { EXCHANGE_A: partOf(scans.EXCHANGE_A), EXCHANGE_B: partOf(scans.EXCHANGE_B) },
  }
}

interface Scan {
  readonly paths: readonly string[]
  readonly markets: Map<number, RecordedMarket>
  from: number
  to: number
  unreadable: number
}

const partOf = ({ paths, markets }: Scan): RecordedPart => ({
  markets: [...markets.values()],
  lines: () => linesByTime(paths),
})

const scan = async (folder: string, exchange: RecordedExchange): Promise<Scan> => {
  const found: Scan = {
    paths: filesIn(join(folder, exchange)),
    markets: new Map(),
    from: Number.POSITIVE_INFINITY,
    to: Number.NEGATIVE_INFINITY,
    unreadable: 0,
  }
  for await (const text of textsIn(found.paths)) {
    const line = readLine(text)
    if (line === null) found.unreadable += 1
    else take(found, line)
  }
  return found
}

const take = (found: Scan, line: RecordedLine): void => {
  if (line.type === 'run' && line.format > NEWEST_FORMAT)
    throw new RecordingUnusable(
      `The recording has format ${line.format}, and this version reads up to ${NEWEST_FORMAT}. Replay it with the version that wrote it, or a later one.`,
    )
  // The first record of a market counts: later ones may show its end.
  if (line.type === 'market' && !found.markets.has(line.record.svcId)) found.markets.set(line.record.svcId, line.record)
  found.from = Math.min(found.from, line.at)
  found.to = Math.max(found.to, line.at)
}
