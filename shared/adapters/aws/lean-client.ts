/**
 * Clients of the SDK that take half as much time for each call (decision 0075). What they send, sign and make of an answer stays the SDK's, but for
 * a header that describes the SDK.
 */

import type { Readable } from 'node:stream'
import { Sha256 } from './sha256.ts'

/** What of a client is changed after it is made. */
interface SdkClient<Signer> {
  readonly middlewareStack: { remove(name: string): boolean }
  config: { signer: Signer }
}

type MakeSigner = (...scheme: never[]) => Promise<unknown>

/** `make` gives the settings to the client that it makes. */
export const leanClient = <Client extends SdkClient<MakeSigner>>(
  make: (settings: typeof SETTINGS) => Client,
): Client => {
  const client = make(SETTINGS)
  for (const step of NOT_NEEDED) client.middlewareStack.remove(step)
  client.config.signer = once(client.config.signer)
  // The SDK copies all settings three times for each call. A plain copy is copied in a hundredth of the time of what the SDK has made.
  client.config = { ...client.config }
  return client
}

/** All of one body. The SDK's own way pipes it into a stream that it makes for each answer. */
const collected = (body: Readable): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    body
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('error', reject)
  })

const SETTINGS = {
  // The steps of a command are put together once and not with each call: nobody changes them in between.
  cacheMiddleware: true,
  sha256: Sha256,
  streamCollector: collected,
}

const NOT_NEEDED = [
  // It copies every answer, value by value, for a log that nobody keeps: of a page of 200 rows, longer than reading it takes.
  'loggerMiddleware',
  // It describes the SDK to AWS, anew for each call.
  'getUserAgentMiddleware',
]

/** The SDK makes a signer for each call, from a copy of all settings. A client has one region and one service, so one will do. */
const once = <Make extends MakeSigner>(make: Make): Make => {
  let made: Promise<unknown> | undefined
  return ((...scheme) => {
    made ??= make(...scheme)
    return made
  }) as Make
}
