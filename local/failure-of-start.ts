/** Why the service did not start, in words that say what a person can do about it; the error itself where nobody knows. */

import { CannotStart } from './cannot-start.ts'
import { damagedData } from './damaged-data.ts'

interface Where {
  readonly port: number
  /** The data folder. */
  readonly dir: string
  /** What was typed: `npm start`. */
  readonly command: string
}

export const failureOfStart = (error: unknown, { port, dir, command }: Where): unknown => {
  if (error instanceof CannotStart) return error.message
  if (!(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  if (code === 'ERR_SOCKET_BAD_PORT')
    return `PORT is ${process.env['PORT']}, which is no port. Take a number from 0 to 65535.`
  if (code === 'EADDRINUSE')
    return (
      `Port ${port} is taken, perhaps by another npm start. Stop that one, or choose a port: PORT=8788 ${command} ` +
      '(PORT=0 picks a free one).'
    )
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen')
    return `Port ${port} is not yours to open. Choose one from 1024 on: PORT=8788 ${command}`
  // The low byte is the kind; the rest tells more of it.
  const kind = code === 'ERR_SQLITE_ERROR' && 'errcode' in error ? Number(error.errcode) & 0xff : null
  if (kind !== null && DAMAGED.has(kind)) return damagedData(`A file in ${dir}`, error.message).message
  if (OF_A_FOLDER.has(code) || isNoFolder(error, code) || (kind !== null && OF_A_DISK.has(kind)))
    return `${dir} cannot hold the data: ${error.message}. Name another folder: LOCAL_DIR=.local-2 ${command}`
  return error
}

const OF_A_FOLDER = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'ENOSPC', 'EDQUOT'])
/** Of SQLite: READONLY, IOERR, FULL, CANTOPEN. */
const OF_A_DISK = new Set([8, 10, 13, 14])
/** CORRUPT and NOTADB. */
const DAMAGED = new Set([11, 26])

/** What Node says where a parent is read-only. */
const isNoFolder = (error: Error, code: string): boolean =>
  code === 'ENOENT' && 'syscall' in error && error.syscall === 'mkdir'
