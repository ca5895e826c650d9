/** Clients that generators make of the OpenAPI document carry out ten operations, a batch with a refused order among them. */

import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningService } from '#local/stack/start-service.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { startOwnService } from '#test/support/service.ts'

const run = promisify(execFile)
const DOCUMENT = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url))
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** openapi-generator-cli as a jar, and a Python with openapi-python-client and the packages that both clients import. */
const JAR = process.env['OPENAPI_GENERATOR_JAR'] ?? ''
const PYTHON = process.env['OPENAPI_PYTHON'] ?? ''

const hasTools = (): boolean => {
  if (inThisRun({ usual: true, long: false })) return false
  const found = existsSync(JAR) && existsSync(PYTHON)
  if (!found) console.warn('OPENAPI_GENERATOR_JAR and OPENAPI_PYTHON name no generators: no client is generated.')
  return found
}

describe.skipIf(!hasTools())('a generated client', () => {
  let service: RunningService
  let dir = ''
  beforeAll(async () => {
    service = await startOwnService()
    dir = mkdtempSync(join(tmpdir(), 'clients-'))
  }, 120_000)
  afterAll(async () => {
    await service?.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  const carryOut = async (file: string, folder: string): Promise<string> =>
    (await run(PYTHON, [script(file), folder, service.baseUrl, service.apiKey])).stdout.trim()

  it('of openapi-generator for Python works', async () => {
    const out = join(dir, 'openapi-generator')
    const args = ['-jar', JAR, 'generate', '-i', DOCUMENT, '-g', 'python', '-o', out, '--skip-validate-spec']
    await run('java', [...args, '-p', 'packageName=trading'], { maxBuffer: 1e8 })
    expect(await carryOut('openapi_generator.py', out)).toBe('10 operations')
  }, 120_000)

  it('of openapi-python-client works', async () => {
    const out = join(dir, 'trading')
    const args = ['-m', 'openapi_python_client', 'generate', '--path', DOCUMENT, '--output-path', out, '--meta', 'none']
    await run(PYTHON, args, { maxBuffer: 1e8 })
    expect(await carryOut('openapi_python_client.py', dir)).toBe('10 operations')
  }, 120_000)
})
