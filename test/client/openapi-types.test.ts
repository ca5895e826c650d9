/** The types of the client equal the types in the OpenAPI document. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const client = fileURLToPath(new URL('../../client/', import.meta.url))

describe('the types of the client', () => {
  it('stand in client/openapi-types.ts as docs/openapi.json makes them (npm run openapi writes both)', () => {
    const { scripts } = JSON.parse(readFileSync(`${client}package.json`, 'utf8')) as { scripts: { types: string } }
    const [, ...args] = scripts.types.replace(/ -o .*/, '').split(' ')
    const cli = `${client}node_modules/openapi-typescript/bin/cli.js`
    const made = execFileSync(process.execPath, [cli, ...args], { cwd: client, encoding: 'utf8' })
    expect(readFileSync(`${client}openapi-types.ts`, 'utf8')).toBe(made)
  })
})
