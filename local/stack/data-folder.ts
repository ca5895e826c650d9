/** The folder the service keeps its data in: its own for as long as it runs. */

import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import { lockFile } from './file-lock.ts'

export interface DataFolder {
  /** The path of something in it. */
  file(name: string): string
  release(): void
}

/** Files of the service. `--fresh` removes these and no others, wherever LOCAL_DIR points. */
const OURS = /^(bundles|dynamodb|logs|queues|exchange-[ab]\.db.*|kms\.key.*|(user|dev|table)\.json.*)$/

/** Longest wait, in ms, for an ending service to release the lock on the folder. */
const PATIENCE_MS = 3_000

/** Throws `CannotStart` when another service runs on it. */
export const openDataFolder = (dir: string, fresh: boolean): DataFolder => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const release = lockFile(join(dir, 'lock'), PATIENCE_MS)
  if (release === null)
    throw new CannotStart(
      `Another service runs on the data in ${dir}. Stop that one, or give this one a folder of its own: ` +
        'LOCAL_DIR=.local-2 PORT=8788 npm start',
    )
  if (fresh) for (const name of readdirSync(dir)) if (OURS.test(name)) rmSync(join(dir, name), { recursive: true })
  return { file: (name) => join(dir, name), release }
}
