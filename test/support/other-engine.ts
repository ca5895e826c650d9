/** Another DynamoDB engine, by other people, to compare ours with. Its package exists for Linux on x64 only. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

const BINARY = fileURLToPath(new URL('../../node_modules/@dynoxide/linux-x64/dynoxide', import.meta.url))

export const hasOtherEngine = process.platform === 'linux' && process.arch === 'x64' && existsSync(BINARY)

/** In memory. */
export const startOtherEngine = async (): Promise<{ readonly endpoint: string; readonly stop: () => void }> => {
  const port = await freePort()
  const engine = spawn(BINARY, ['serve', '--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' })
  const endpoint = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 500; tries++) {
    try {
      await (await fetch(endpoint)).body?.cancel()
      break
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return { endpoint, stop: () => void engine.kill() }
}
