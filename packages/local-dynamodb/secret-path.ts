/** A secret path in front of an address of this machine: every local user reaches the port, but only holders of the path get an answer. */

import { randomBytes, timingSafeEqual } from 'node:crypto'

export interface SecretPath {
  /** `/` and 32 hex digits. */
  readonly path: string
  /** The rest of a URL behind the path; null if the URL does not begin with it. */
  after(url: string): string | null
}

export const secretPath = (): SecretPath => {
  const path = `/${randomBytes(16).toString('hex')}`
  return {
    path,
    after: (url) => (isSame(url.slice(0, path.length), path) ? url.slice(path.length) : null),
  }
}

const isSame = (given: string, secret: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
