/** Why a folder cannot hold the data, in words; null where that is not what has failed. `advice` says what a person can do. */

import { damagedData } from './damaged-data.ts'
import { sqliteFailure } from './sqlite-failure.ts'

export const failureOfDisk = (error: unknown, dir: string, advice: string): string | null => {
  if (!(error instanceof Error) || !('code' in error)) return null
  const code = String(error.code)
  const kind = sqliteFailure(error)
  if (kind !== null && DAMAGED.has(kind)) return damagedData(`A file in ${dir}`, error.message).message
  if (OF_A_FOLDER.has(code) || isNoFolder(error, code) || (kind !== null && OF_A_DISK.has(kind)))
    return `${dir} cannot hold the data: ${error.message}. ${advice}`
  return null
}

const OF_A_FOLDER = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'ENOSPC', 'EDQUOT'])
/** Of SQLite: READONLY, IOERR, FULL, CANTOPEN. */
const OF_A_DISK = new Set([8, 10, 13, 14])
/** CORRUPT and NOTADB. */
const DAMAGED = new Set([11, 26])

/** What Node says where a parent is read-only. */
const isNoFolder = (error: Error, code: string): boolean =>
  code === 'ENOENT' && 'syscall' in error && error.syscall === 'mkdir'
