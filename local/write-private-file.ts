/** Writes a file only its owner may read, whole or not at all: whoever reads it, or is killed meanwhile, never meets half of it. */

import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const writePrivateFile = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const written = `${file}.new`
  writeFileSync(written, text, { mode: 0o600 })
  renameSync(written, file)
}
