/** Gives containers of this machine, and no other host, access to its loopback ports. */

import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

/** The name by which a container reaches its host. */
export const HOST_OF_CONTAINERS = 'host.docker.internal'

/** Address of the host in the network of rootless Docker and podman (slirp4netns), which forwards it to the loopback. */
export const HOST_OF_ROOTLESS = '10.0.2.2'

/** An address on the loopback as a container has to call it: the same port of its host. */
export const fromContainer = (value: string): string => value.replace(ON_LOOPBACK, `$1://${HOST_OF_CONTAINERS}`)

/** The beginning of an address on the loopback: its protocol, and its port if it has one. */
const ON_LOOPBACK = /^(https?|wss?):\/\/(127(?:\.\d{1,3}){3}|localhost)(?=[:/])(?=(?::(\d+))?)/

/** A port of the loopback, and the address that listens there. */
interface Listening {
  readonly host: string
  readonly port: number
}

/** Loopback addresses among these values. */
export const loopbackIn = (values: readonly string[]): readonly Listening[] => [
  ...new Map(
    values.flatMap((value) => {
      const [, , host = '', port] = ON_LOOPBACK.exec(value) ?? []
      if (port === undefined) return []
      return [[Number(port), { host: host === 'localhost' ? LOCALHOST : host, port: Number(port) }] as const]
    }),
  ).values(),
]

const LOCALHOST = '127.0.0.1'

/**
 * Docker on Linux has a network of its own between containers and host, `docker0`: each port is forwarded from there.
 * Returns the address of that network; null without one, because Docker Desktop forwards calls of containers to
 * 127.0.0.1.
 */
export const startContainerBridge = async (
  listening: readonly Listening[],
  address = networkInterfaces()['docker0']?.find(({ family }) => family === 'IPv4')?.address,
): Promise<{ readonly address: string | null; stop(): void }> => {
  const passed = address === undefined ? listening.filter(({ host }) => host !== LOCALHOST) : listening
  const servers = await Promise.all(passed.map((one) => passOn(one, address)))
  return {
    address: address ?? null,
    stop: () => {
      for (const server of servers) server.close()
    },
  }
}

/** A page of a browser could call it at the address of that network too, but calls from this machine come from that very address. */
const passOn = ({ host, port }: Listening, address: string | undefined) => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    if (socket.remoteAddress === address) return socket.destroy()
    const onward = connect(port, host)
    socket.on('error', () => onward.destroy()).pipe(onward)
    return onward.on('error', () => socket.destroy()).pipe(socket)
  })
  return new Promise<typeof server>((resolve, reject) => {
    server.once('error', reject).listen(port, address ?? LOCALHOST, () => resolve(server))
  })
}
