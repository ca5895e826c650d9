/** The log of the service on this machine, from its files. */

import { readFileSync, statSync } from 'node:fs'
import { logFilesIn } from '../../stack/log-files.ts'
import { Refusal } from '../command.ts'
import { type LogLine, type Logs, toLogLine } from './logs.ts'

/** `folder` holds the files. Refuses if there is none: a service writes one from its start on, and silence would look like a fault. */
export const localLogs = (folder: string): Logs => ({
  find: async (texts, from, until) => {
    const files = logFilesIn(folder)
    if (files.length === 0)
      throw new Refusal(`the log ${folder} is gone; orders do not need it, and the next npm start begins a new one`)
    const found: LogLine[] = []
    let at = 0
    for (const file of files) {
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
