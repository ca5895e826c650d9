/** A path that opens an address of this machine: any of its users can reach the port, and only who knows the path gets an answer. */

import { randomBytes, timingSafeEqual } from 'node:crypto'

export interface SecretPath {
  /** `/` and 32 hex digits. */
  readonly path: string
  /** The rest of a URL after the path; null if the URL does not begin with it. */
  after(url: string): string | null
}

export const secretPath = (): SecretPath => {
  const path = `/${randomBytes(16).toString('hex')}`
  return {
    path,
    after: (url) => (isSame(url.slice(0, path.length), path) ? url.slice(path.length) : null),
  }
}

/** A path of an address with such a path before it, without it. */
export const withoutSecret = (path: string): string => path.replace(/^\/[0-9a-f]{32}(?=\/)/, '')

const isSame = (given: string, secret: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
