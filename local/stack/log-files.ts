/**
 * The log of a service on one machine, in files that only its owner may read. Commands of the operator read them in
 * place of CloudWatch. The newest file is `service.jsonl`, older ones have a number.
 */

import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface LogFiles {
  /** Written when it returns: what a killed service said last is there. Never throws: a full disk stops no order. */
  write(line: string): void
  close(): void
}

/** How many files there are at most, and about how many bytes each has. */
const FILES = 5
const BYTES = 4 * 1024 * 1024

/** `bytes` is the size from which a new file is begun. */
export const openLogFiles = (folder: string, bytes = BYTES): LogFiles => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let file: number | null = open(folder)
  let size = fstatSync(file).size
  return {
    write: (line) => {
      if (file === null) return
      try {
        if (size >= bytes) {
          closeSync(file)
          file = null
          moveOn(folder)
          file = open(folder)
          size = 0
        }
        size += writeSync(file, `${line}\n`)
      } catch {
        // The log on the terminal continues.
      }
    },
    close: () => {
      if (file !== null) closeSync(file)
      file = null
    },
  }
}

/** The files of the folder that exist, oldest first. */
export const logFilesIn = (folder: string): readonly string[] =>
  Array.from({ length: FILES }, (_, age) => nameOf(folder, FILES - 1 - age)).filter((name) => existsSync(name))

const open = (folder: string): number => openSync(nameOf(folder, 0), 'a', 0o600)

const nameOf = (folder: string, age: number): string =>
  join(folder, age === 0 ? 'service.jsonl' : `service.${age}.jsonl`)

/** Each file gets one older; the oldest is overwritten. */
const moveOn = (folder: string): void => {
  for (let age = FILES - 1; age > 0; age -= 1) {
    const younger = nameOf(folder, age - 1)
    if (existsSync(younger)) renameSync(younger, nameOf(folder, age))
  }
}
