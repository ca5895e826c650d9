/** Why the service did not start, in words that say what a person can do about it; the error itself where nobody knows. */

import { CannotStart } from './cannot-start.ts'

/** `command` is what was typed: `npm start`. */
export const failureOfStart = (error: unknown, port: number, command: string): unknown => {
  if (error instanceof CannotStart) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return (
      `Port ${port} is taken, perhaps by another npm start. Stop that one, or choose a port: PORT=8788 ${command} ` +
      '(PORT=0 picks a free one).'
    )
  if (code === 'ERR_SOCKET_BAD_PORT')
    return `PORT is ${process.env['PORT']}, which is no port. Take a number from 0 to 65535.`
  return error
}
