import type { AddressInfo } from 'node:net'
import type { TestContext } from 'vitest'
import { WebSocketServer } from 'ws'

/** A socket that says these messages to everybody, and nothing else. */
export const silentSocket = async ({ onTestFinished }: TestContext, says: readonly object[]): Promise<string> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((done) => server.once('listening', done))
  onTestFinished(() => void server.close())
  server.on('connection', (socket) => {
    for (const message of says) socket.send(JSON.stringify(message))
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
