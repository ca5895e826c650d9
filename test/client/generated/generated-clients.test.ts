/** Clients that generators make of the OpenAPI document carry out ten operations, a batch with a refused order among them. */

import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

const TYPES = fileURLToPath(new URL('../../../node_modules/@types', import.meta.url))
const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))

const isUsualRun = inThisRun({ usual: true, long: false })

const GO_OPTIONS = 'enumClassPrefix=true,useOneOfDiscriminatorLookup=true'

const runs = (tool: string, option: string): boolean => spawnSync(tool, [option]).status === 0

/** Checks if tools of a client are missing on this machine. If so, the output names them. */
const lacks = (client: string, tools: Readonly<Record<string, boolean>>): boolean => {
  if (isUsualRun) return true
  const missing = Object.keys(tools).filter((tool) => !tools[tool])
  if (missing.length > 0) console.warn(`No client for ${client} is generated without ${missing.join(' and ')}.`)
  return missing.length > 0
}

const jar = { OPENAPI_GENERATOR_JAR: existsSync(JAR), java: runs('java', '-version') }
const python = { OPENAPI_PYTHON: existsSync(PYTHON) }

describe.skipIf(isUsualRun)('a generated client', () => {
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

  const generate = async (language: string, out: string, options: readonly string[]): Promise<void> => {
    const args = ['-jar', JAR, 'generate', '-i', DOCUMENT, '-g', language, '-o', out, '--skip-validate-spec']
    await run('java', [...args, ...options], { maxBuffer: 1e8 })
  }

  const carryOut = async (file: string, folder: string): Promise<string> =>
    (await run(PYTHON, [script(file), folder, service.baseUrl, service.apiKey])).stdout.trim()

  it.skipIf(lacks('Python', { ...jar, ...python }))(
    'of openapi-generator for Python works',
    async () => {
      const out = join(dir, 'openapi-generator')
      await generate('python', out, ['-p', 'packageName=trading'])
      expect(await carryOut('openapi_generator.py', out)).toBe('10 operations')
    },
    120_000,
  )

  it.skipIf(lacks('Python', python))(
    'of openapi-python-client works',
    async () => {
      const out = join(dir, 'trading')
      const args = [
        '-m',
        'openapi_python_client',
        'generate',
        '--path',
        DOCUMENT,
        '--output-path',
        out,
        '--meta',
        'none',
      ]
      await run(PYTHON, args, { maxBuffer: 1e8 })
      expect(await carryOut('openapi_python_client.py', dir)).toBe('10 operations')
    },
    120_000,
  )

  it.skipIf(lacks('TypeScript', jar))(
    'of openapi-generator for TypeScript works',
    async () => {
      const out = join(dir, 'typescript-fetch')
      // The generator writes for webhooks what does not compile.
      const apis = 'apis=Markets:Orders:Portfolio:Streams:Subaccounts,models,supportingFiles'
      await generate('typescript-fetch', out, ['-p', 'importFileExtension=.js', '--global-property', apis])
      copyFileSync(script('typescript_fetch.mts'), join(out, 'main.mts'))
      writeFileSync(join(out, 'package.json'), '{"type":"module"}')
      const compilerOptions = {
        target: 'es2023',
        lib: ['es2023', 'dom'],
        module: 'nodenext',
        strict: true,
        types: ['node'],
        typeRoots: [TYPES],
      }
      writeFileSync(join(out, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
      await run(process.execPath, [TSC, '-p', out], { maxBuffer: 1e8 })
      const { stdout } = await run(process.execPath, [join(out, 'main.mjs'), service.baseUrl, service.apiKey])
      expect(stdout.trim()).toBe('10 operations')
    },
    120_000,
  )

  it.skipIf(lacks('Go', { ...jar, go: runs('go', 'version') }))(
    'of openapi-generator for Go works',
    async () => {
      const out = join(dir, 'go')
      const parts = 'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'
      const module = ['--git-host', 'example.com', '--git-user-id', 'trading', '--git-repo-id', 'client']
      // Without these, two constants have one name, a change fits several types, and a price has 24 bits.
      const types = ['-p', `packageName=trading,${GO_OPTIONS}`, '--type-mappings', 'number=float64']
      await generate('go', out, [...module, ...types, '--global-property', parts])
      mkdirSync(join(out, 'main'))
      copyFileSync(script('openapi_generator.go'), join(out, 'main', 'main.go'))
      await run('go', ['build', '-mod=mod', '-o', 'ten-operations', './main'], { cwd: out, maxBuffer: 1e8 })
      const { stdout } = await run(join(out, 'ten-operations'), [service.baseUrl, service.apiKey])
      expect(stdout.trim()).toBe('10 operations')
    },
    300_000,
  )
})
