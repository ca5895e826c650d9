/** Compares the version of a service with the version of this command. */

import { VERSION } from '../../version.ts'

interface OtherVersion {
  /** True if the service may read the same body in another way. */
  readonly isMajor: boolean
  /** Both versions in words, to end a sentence. */
  readonly sentence: string
}

/** Null if both are the same, or the service does not say: version 1.0 did not. */
export const otherVersion = async (
  send: (request: Request) => Promise<Response>,
  baseUrl: string,
): Promise<OtherVersion | null> => {
  const version = await versionOf(send, baseUrl)
  if (version === null || version === VERSION) return null
  return {
    isMajor: majorOf(version) !== majorOf(VERSION),
    sentence: `the service at ${baseUrl} is version ${version}, and this command is version ${VERSION}. Install the command of the service.`,
  }
}

const versionOf = async (send: (request: Request) => Promise<Response>, baseUrl: string): Promise<string | null> => {
  try {
    const health: unknown = await (await send(new Request(`${baseUrl.replace(/\/+$/, '')}/v1/health`))).json()
    const version = typeof health === 'object' && health !== null && 'version' in health ? health.version : null
    return typeof version === 'string' ? version : null
  } catch {
    return null
  }
}

const majorOf = (version: string): string | undefined => version.split('.')[0]
