/** A `fetch` that sends no change to a service of another major version: it may read the same body in another way. */

import { VERSION } from '../version.ts'
import { CommandFailed } from './command.ts'

type Fetch = (request: Request) => Promise<Response>

/** Asks for the version once, before the first change. A service that does not answer that question gets the change all the same. */
export const sameVersionOnly = (send: Fetch, baseUrl: string): Fetch => {
  let known: Promise<string | null> | undefined
  return async (request) => {
    if (request.method === 'GET') return send(request)
    known ??= versionOf(send, baseUrl)
    const version = await known
    if (version !== null && majorOf(version) !== majorOf(VERSION))
      throw new CommandFailed(
        `Nothing was sent: the service at ${baseUrl} is version ${version}, and this command is version ${VERSION}. Install the command of the service.`,
      )
    return send(request)
  }
}

/** Null if the service does not say: version 1.0 did not. */
const versionOf = async (send: Fetch, baseUrl: string): Promise<string | null> => {
  try {
    const health: unknown = await (await send(new Request(`${baseUrl.replace(/\/+$/, '')}/v1/health`))).json()
    const version = typeof health === 'object' && health !== null && 'version' in health ? health.version : null
    return typeof version === 'string' ? version : null
  } catch {
    return null
  }
}

const majorOf = (version: string): string | undefined => version.split('.')[0]
