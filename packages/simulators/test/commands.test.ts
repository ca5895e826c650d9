/** Both commands run alone, and the examples of the README trade at them with the official SDKs. */

import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)
const pathOf = (file: string): string => new URL(`../${file}`, import.meta.url).pathname

/** Resolves with the first JSON object that the command prints. */
const start = (command: string) => {
  const child = spawn(process.execPath, [pathOf(`bin/${command}.ts`), '--port', '0', '--control-port', '0'])
  const printed = new Promise<string>((resolve) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
      if (text.endsWith('\n}\n')) resolve(text)
    })
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM')
    return ended
  }
  return { printed, stop }
}

const EXAMPLES = [
  { command: 'kalshi-simulator', example: 'examples/kalshi.ts', says: / bought 1\.00 of KX/ },
  { command: 'polymarket-simulator', example: 'examples/polymarket.ts', says: / is matched: \d/ },
]

describe.each(EXAMPLES)('$command', ({ command, example, says }) => {
  it('serves the official SDK until it is stopped', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
    const simulator = start(command)
    try {
      const file = join(folder, 'simulator.json')
      writeFileSync(file, await simulator.printed)
      const { stdout } = await run(process.execPath, [pathOf(example), file])
      expect(stdout).toMatch(says)
    } finally {
      expect(await simulator.stop()).toBe(0)
      rmSync(folder, { recursive: true })
    }
  })

  it('explains its options, and refuses others', async () => {
    expect((await run(process.execPath, [pathOf(`bin/${command}.ts`), '--help'])).stdout).toContain('--control-port')
    await expect(run(process.execPath, [pathOf(`bin/${command}.ts`), '--ports', '1'])).rejects.toMatchObject({
      code: 2,
    })
  })

  it('refuses a port that is in use with a sentence', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    try {
      await expect(run(process.execPath, [pathOf(`bin/${command}.ts`), '--port', port])).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringMatching(new RegExp(`^Port ${port} is in use\\.`)),
      })
    } finally {
      other.close()
    }
  })

  it('is shown in the README with its example', () => {
    const readme = readFileSync(pathOf('README.md'), 'utf8')
    expect(readme).toContain(`npx ${command}`)
    expect(readme).toContain(readFileSync(pathOf(example), 'utf8').trim())
  })
})
