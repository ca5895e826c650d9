/** Explains why a folder cannot hold the data; null for another failure. `advice` names a remedy. */

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

/** Node's error code for a read-only parent. */
const isNoFolder = (error: Error, code: string): boolean =>
  code === 'ENOENT' && 'syscall' in error && error.syscall === 'mkdir'
