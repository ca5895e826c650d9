/** The version of a release is the same in the packages, the OpenAPI document and the changelog. */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VERSION } from '#client/version.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const versionIn = (path: string): string | undefined => /"version": "([^"]+)"/.exec(read(path))?.[1]

it('packages, OpenAPI document and changelog name one version', () => {
  const released = /^## (\d+\.\d+\.\d+)$/m.exec(read('CHANGELOG.md'))?.[1]
  expect(released).toBeDefined()
  const files = ['package.json', 'client/package.json', 'client/console/package.json', 'docs/openapi.json']
  const python = /^__version__ = "([^"]+)"/m.exec(read('clients/python/src/pmtrading/_version.py'))?.[1]
  expect([...files.map(versionIn), VERSION, python]).toEqual(
    [...files, 'client/version.ts', '_version.py'].map(() => released),
  )
})
