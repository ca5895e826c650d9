/** Resolves the name of a receiver and lets the connection go nowhere but to addresses that may be sent to. */

import type { LookupFunction } from 'node:net'
import { isAllowedAddress } from '#domain/webhooks/url.ts'
import type { Resolve } from './resolve-name.ts'

/** Told when it will not connect, so that nobody takes it for a failure of the network. */
export class ForbiddenAddress extends Error {
  constructor(name: string) {
    super(`${name} does not point to a public address`)
    this.name = 'ForbiddenAddress'
  }
}

/**
 * What the socket asks for the address, so that it connects to the very one that was checked: a name that answers otherwise the
 * next time gains nothing. One forbidden address among several is enough to refuse.
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
