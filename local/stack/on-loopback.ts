/**
 * Keeps a server to this machine that would listen on every network: what it starts meanwhile listens on loopback instead. `prepare` gets
 * the server before it listens.
 */

import { Server } from 'node:net'

export const onLoopback = async <Started>(
  start: () => Promise<Started>,
  prepare: (server: Server) => void = () => undefined,
): Promise<Started> => {
  const { listen } = Server.prototype
  Server.prototype.listen = function (this: Server, ...args: readonly unknown[]) {
    const [first, ...others] = args
    if (!isEverywhere(first)) return Reflect.apply(listen, this, args)
    prepare(this)
    return Reflect.apply(listen, this, [{ ...first, host: '127.0.0.1' }, ...others])
  }
  try {
    return await start()
  } finally {
    Server.prototype.listen = listen
  }
}

const isEverywhere = (options: unknown): options is { readonly host: string } =>
  typeof options === 'object' && options !== null && 'host' in options && options.host === '0.0.0.0'
