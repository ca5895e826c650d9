/** The folder the service keeps its data in: its own for as long as it runs. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ACCOUNT_KINDS, type AccountKind } from '#domain/accounts/account-kind.ts'
import { CannotStart } from '../cannot-start.ts'
import { damagedData } from '../damaged-data.ts'
import { folderOf } from '../live/folder-of.ts'
import { startOf } from '../live/start-of.ts'
import { writePrivateFile } from '../write-private-file.ts'
import { lockFile } from './file-lock.ts'

export interface DataFolder {
  /** The path of something in it. */
  file(name: string): string
  release(): void
}

/** Files of the service. `--fresh` removes these and no others, wherever LOCAL_DIR points. */
const OURS = /^(bundles|dynamodb|logs|queues|accounts|exchange-[ab]\.db.*|kms\.key.*|(user|dev|table)\.json.*)$/

/** Names the kind of accounts whose data the folder holds. */
const MARKER = 'accounts'

/** Longest wait, in ms, for an ending service to release the lock on the folder. */
const PATIENCE_MS = 3_000

/** Throws `CannotStart` if another service runs on it, or if it holds data of accounts of another kind. */
export const openDataFolder = (dir: string, accounts: AccountKind, fresh: boolean): DataFolder => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  refuseOtherKind(dir, accounts)
  const release = lockFile(join(dir, 'lock'), PATIENCE_MS)
  if (release === null)
    throw new CannotStart(
      `Another service runs on the data in ${dir}. Stop that one, or give this one a folder of its own: ` +
        `LOCAL_DIR=.local-2 PORT=8788 ${startOf(accounts)}`,
    )
  if (fresh)
    for (const name of readdirSync(dir))
      if (OURS.test(name) && name !== MARKER) rmSync(join(dir, name), { recursive: true })
  writePrivateFile(join(dir, MARKER), `${accounts}\n`)
  return { file: (name) => join(dir, name), release }
}

const refuseOtherKind = (dir: string, accounts: AccountKind): void => {
  const stored = kindIn(dir)
  if (stored === null || stored === accounts) return
  throw new CannotStart(
    `${dir} holds data of ${stored} accounts, and a service never mixes two kinds. ` +
      `Start this one in a folder of its own (without LOCAL_DIR: ${folderOf(accounts)}), or the other one with its own flags: ${startOf(stored)}`,
  )
}

/** Null for a folder without data. Data of earlier versions has no marker: its accounts are simulated. */
const kindIn = (dir: string): AccountKind | null => {
  const marker = join(dir, MARKER)
  if (!existsSync(marker)) return readdirSync(dir).some((name) => OURS.test(name)) ? 'simulated' : null
  const text = readFileSync(marker, 'utf8').trim()
  const kind = ACCOUNT_KINDS.find((known) => known === text)
  if (kind === undefined) throw damagedData(marker, 'it names no kind of accounts')
  return kind
}
