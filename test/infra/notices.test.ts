/** The notices name every shipped package with its licence and hash, and the vendored script is the published one. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { SCALAR_VERSION } from '#functions/api/service/reference/scalar-version.ts'
import { billOfMaterials } from '#infra/bill-of-materials.ts'
import type { Bundle } from '#infra/bundles.ts'
import { referenceOrigin } from '#infra/reference-origin.ts'
import { type ShippedPackage, shippedPackages } from '#infra/shipped-packages.ts'
import { thirdPartyNotices } from '#infra/third-party-notices.ts'
import { builtBundles } from './built-bundles.ts'

let bundles: readonly Bundle[] = []
let packages: readonly ShippedPackage[] = []
beforeAll(() => {
  ;({ bundles } = builtBundles())
  packages = shippedPackages(bundles)
}, 180_000)

/** Licences that ask for their text and nothing of our own code. */
const FINE = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'Unlicense', '0BSD']

describe('the packages that are shipped', () => {
  it('stand in THIRD-PARTY-NOTICES.txt and sbom.cdx.json as they are now; `npm run notices` writes both', () => {
    expect(readFileSync('THIRD-PARTY-NOTICES.txt', 'utf8') === thirdPartyNotices(packages)).toBe(true)
    expect(readFileSync('sbom.cdx.json', 'utf8') === billOfMaterials(packages)).toBe(true)
  })

  it('are all that the bundles hold: every file in them is ours or belongs to one of these', () => {
    const names = new Set(packages.map(({ name }) => name))
    const external = bundles.flatMap(({ inputs }) =>
      [...inputs.keys()].filter((path) => path.includes('node_modules/')),
    )
    expect(external.length).toBeGreaterThan(0)
    const held = new Set(
      bundles.flatMap(({ inputs }) => [...inputs].filter(([, bytes]) => bytes > 0).map(([path]) => path)),
    )
    for (const path of external.filter((one) => held.has(one))) {
      const [, rest = ''] = /.*node_modules\/(.+)/.exec(path) ?? []
      const name = rest
        .split('/')
        .slice(0, rest.startsWith('@') ? 2 : 1)
        .join('/')
      expect(names.has(name), path).toBe(true)
    }
    expect(packages.filter(({ shippedIn }) => shippedIn.includes('client')).map(({ name }) => name)).toEqual([
      'commander',
      'fastest-levenshtein',
      'openapi-fetch',
    ])
  })

  it('have licences that allow this, and bring their texts and hashes', () => {
    for (const { name, license, text, integrity, shippedIn } of packages) {
      expect(FINE, name).toContain(license)
      expect(text.length, name).toBeGreaterThan(200)
      if (!shippedIn.includes('reference page')) expect(integrity, name).toMatch(/^sha512-/)
    }
  })
})

describe('the vendored script of the reference page', () => {
  it('is the one in the package whose hash npm publishes', () => {
    const { name, version, integrity, scriptSha256, parts } = referenceOrigin()
    expect([name, version]).toEqual(['@scalar/api-reference', SCALAR_VERSION])
    expect(Buffer.from(integrity.replace(/^sha512-/, ''), 'base64')).toHaveLength(64)
    const script = gunzipSync(readFileSync('functions/api/service/reference/scalar.js.gz'))
    expect(createHash('sha256').update(script).digest('hex')).toBe(scriptSha256)
    expect(parts.length).toBeGreaterThan(100)
  })
})
