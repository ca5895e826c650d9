/** The command runs alone, and the example of the README works with the AWS SDK. */

import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const pathOf = (file: string): string => new URL(`../${file}`, import.meta.url).pathname
const COMMAND = pathOf('bin/local-dynamodb.ts')
const EXAMPLE = pathOf('examples/transaction.ts')

it('serves the AWS SDK until it is stopped', async () => {
  const child = spawn(process.execPath, [COMMAND, '--port', '0'])
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const printed = await new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve))
  const { stdout } = await run(process.execPath, [EXAMPLE, printed.replace('DynamoDB at ', '').trim()])
  expect(stdout).toBe('TransactionCanceledException; cleo was not opened\n')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

it('explains its options, and refuses others', async () => {
  expect((await run(process.execPath, [COMMAND, '--help'])).stdout).toContain('--data <file>')
  await expect(run(process.execPath, [COMMAND, '--prot', '1'])).rejects.toMatchObject({ code: 2 })
})

it('is shown in the README with its example', () => {
  const readme = readFileSync(pathOf('README.md'), 'utf8')
  expect(readme).toContain('npx local-dynamodb')
  expect(readme).toContain(readFileSync(EXAMPLE, 'utf8').trim())
})
