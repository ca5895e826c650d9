/** A `fetch` that sends no change to a service of another major version: it may read the same body in another way. */

import { CommandFailed } from '../command.ts'
import { otherVersion } from './other-version.ts'

type Fetch = (request: Request) => Promise<Response>

/** Asks for the version once, before the first change. A service that does not answer that question gets the change all the same. */
export const sameVersionOnly = (send: Fetch, baseUrl: string): Fetch => {
  let known: ReturnType<typeof otherVersion> | undefined
  return async (request) => {
    if (request.method === 'GET') return send(request)
    known ??= otherVersion(send, baseUrl)
    const other = await known
    if (other?.isMajor === true) throw new CommandFailed(`Nothing was sent: ${other.sentence}`)
    return send(request)
  }
}
