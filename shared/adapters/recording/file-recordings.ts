/** Recordings as files of a folder: `EXCHANGE_A/2026-11-29T09.jsonl`. */

import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SECOND } from '#domain/kernel/time.ts'
import type { RecordingStore } from '#ports/price-watch/recording-store.ts'

export const fileRecordings = (folder: string): RecordingStore => ({
  everyMs: SECOND,
  append: async ({ exchange, hour }, lines) => {
    const path = join(folder, exchange)
    await mkdir(path, { recursive: true, mode: 0o700 })
    await appendFile(join(path, `${hour}.jsonl`), lines, { mode: 0o600 })
  },
})
