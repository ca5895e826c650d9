/** Writes a file only its owner may read. After a crash or a power cut it holds the old text or the new one. */

import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const writePrivateFile = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const written = `${file}.new`
  const open = openSync(written, 'w', 0o600)
  try {
    writeFileSync(open, text)
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
  renameSync(written, file)
  syncFolder(dirname(file))
}

/** Stores the new name. */
const syncFolder = (folder: string): void => {
  const open = openSync(folder, 'r')
  try {
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}
