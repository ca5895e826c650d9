/** The log of the service on this machine, from its files. */

import { readFileSync, statSync } from 'node:fs'
import { logFilesIn } from '../../stack/log-files.ts'
import { type LogLine, type Logs, toLogLine } from './logs.ts'

/** `folder` holds the files. */
export const localLogs = (folder: string): Logs => ({
  find: async (texts, from, until) => {
    const found: LogLine[] = []
    let at = 0
    for (const file of logFilesIn(folder)) {
      if (statSync(file).mtimeMs < from) continue
      for (const text of readFileSync(file, 'utf8').split('\n')) {
        const line = toLogLine(text, at)
        if (line === null) continue
        // A line without a time was written right after the line before it.
        at = line.at
        if (at >= from && at <= until && (texts.length === 0 || texts.some((requested) => text.includes(requested))))
          found.push(line)
      }
    }
    return found.toSorted((one, other) => one.at - other.at)
  },
})
