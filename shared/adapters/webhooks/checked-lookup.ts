/** Resolves the name of a receiver, and refuses connections to forbidden addresses. */

import type { LookupFunction } from 'node:net'
import { isAllowedAddress } from '#domain/webhooks/url.ts'
import type { Resolve } from './resolve-name.ts'

/** Error of a forbidden address, so that it is not taken for a failure of the network. */
export class ForbiddenAddress extends Error {
  constructor(name: string) {
    super(`${name} does not point to a public address`)
    this.name = 'ForbiddenAddress'
  }
}

/**
 * Lookup function of the socket, so that it connects to exactly the checked address: a name that resolves differently the next time gains nothing.
 * One forbidden address among several is enough to refuse.
 */
export const checkedLookup =
  (resolveName: Resolve, loopbackAllowed: boolean): LookupFunction =>
  (name, options, callback) => {
    resolveName(name).then(
      (found) => {
        const first = found[0]
        if (first === undefined || !found.every(({ address }) => isAllowedAddress(address, loopbackAllowed)))
          return callback(new ForbiddenAddress(name), '', 0)
        if (options.all === true) return callback(null, [...found])
        return callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
