/** A free port at an address of the loopback that nobody guesses. */

import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

export interface Address {
  readonly host: string
  readonly port: number
}

/**
 * For a server that answers everybody, also web pages, and has no setting against it: on Linux the whole of 127.0.0.0/8 is this machine,
 * so with the port there are 39 bits to guess, and a page can try some thousands a second. Other users of the machine can still
 * look the address up. Where there is only 127.0.0.1, it is that.
 */
export const hiddenAddress = async (): Promise<Address> => {
  const host = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
  try {
    return await freeAt(host)
  } catch (error) {
    if (!isUnknownAddress(error)) throw error
    return freeAt('127.0.0.1')
  }
}

const isUnknownAddress = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL'

const freeAt = (host: string): Promise<Address> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve({ host, port: address.port })
          : reject(new Error('no free port')),
      )
    })
  })
