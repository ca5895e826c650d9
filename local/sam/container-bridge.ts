/** Lets containers of this machine reach what listens on its loopback, and nobody else. */

import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

/** The name by which a container reaches its host. */
export const HOST_OF_CONTAINERS = 'host.docker.internal'

/** An address on the loopback as a container has to call it: the same port of its host. */
export const fromContainer = (value: string): string => value.replace(ON_LOOPBACK, `$1://${HOST_OF_CONTAINERS}`)

/** The beginning of an address on the loopback: its protocol, and its port if it has one. */
const ON_LOOPBACK = /^(https?|wss?):\/\/(?:127\.0\.0\.1|localhost)(?=[:/])(?=(?::(\d+))?)/

/** The ports of the loopback that these values name. */
export const portsIn = (values: readonly string[]): readonly number[] => [
  ...new Set(
    values.flatMap((value) => {
      const [, , port] = ON_LOOPBACK.exec(value) ?? []
      return port === undefined ? [] : Number(port)
    }),
  ),
]

/**
 * Docker on Linux has a network of its own between containers and host, `docker0`: each port is passed on from there. Answers the address
 * of that network; null where there is none, because Docker Desktop passes calls of containers on to the loopback by itself.
 */
export const startContainerBridge = async (
  ports: readonly number[],
  address = networkInterfaces()['docker0']?.find(({ family }) => family === 'IPv4')?.address,
): Promise<{ readonly address: string | null; stop(): void }> => {
  if (address === undefined) return { address: null, stop: () => undefined }
  const servers = await Promise.all(ports.map((port) => passOn(port, address)))
  return {
    address,
    stop: () => {
      for (const server of servers) server.close()
    },
  }
}

const passOn = (port: number, address: string) => {
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1')
    socket.on('error', () => onward.destroy()).pipe(onward)
    onward.on('error', () => socket.destroy()).pipe(socket)
  })
  return new Promise<typeof server>((resolve, reject) => {
    server.once('error', reject).listen(port, address, () => resolve(server))
  })
}
