/** Keeps a server to this machine that would listen on every network: what it starts meanwhile listens on loopback instead. */

import { Server } from 'node:net'

export const onLoopback = async <Started>(start: () => Promise<Started>): Promise<Started> => {
  const { listen } = Server.prototype
  Server.prototype.listen = function (this: Server, ...args: readonly unknown[]) {
    const [first, ...others] = args
    const given = isEverywhere(first) ? [{ ...first, host: '127.0.0.1' }, ...others] : args
    return Reflect.apply(listen, this, given)
  }
  try {
    return await start()
  } finally {
    Server.prototype.listen = listen
  }
}

const isEverywhere = (options: unknown): options is { readonly host: string } =>
  typeof options === 'object' && options !== null && 'host' in options && options.host === '0.0.0.0'
