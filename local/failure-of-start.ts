/** Explains why the service did not start, with a remedy; the error itself if the cause is unknown. */

import { CannotStart } from './cannot-start.ts'
import { failureOfDisk } from './failure-of-disk.ts'

interface Where {
  readonly port: number
  /** The data folder. */
  readonly dir: string
  /** The typed command: `npm start`. */
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
      `Port ${port} is taken, perhaps by another npm start. Stop that one, or start beside it: LOCAL_DIR=.local-2 PORT=8788 ${command}. ` +
      `If something else has the port, choose another: PORT=8788 ${command} (PORT=0 picks a free one).`
    )
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen')
    return `Port ${port} is not yours to open. Choose one from 1024 on: PORT=8788 ${command}`
  return failureOfDisk(error, dir, `Name another folder: LOCAL_DIR=.local-2 ${command}`) ?? error
}
