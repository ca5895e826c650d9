/** CycloneDX bill of materials (specification 1.6) of the shipped packages, the same for the same packages. */

import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { ShippedPackage } from './shipped-packages.ts'

/** Text of sbom.cdx.json. */
export const billOfMaterials = (packages: readonly ShippedPackage[]): string => {
  const { name, version, license } = v.parse(Project, JSON.parse(readFileSync('package.json', 'utf8')))
  const project = {
    type: 'application',
    'bom-ref': purlOf({ name, version }),
    name,
    version,
    licenses: licencesOf(license),
  }
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: project },
    components: packages.map(componentOf),
    dependencies: [{ ref: project['bom-ref'], dependsOn: packages.map(purlOf) }],
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

const Project = v.object({ name: v.string(), version: v.string(), license: v.string() })

const componentOf = (shipped: ShippedPackage): object => {
  const { name, version, license, integrity, shippedIn } = shipped
  const hash = integrity === null ? null : Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
  return {
    type: 'library',
    'bom-ref': purlOf(shipped),
    name,
    version,
    scope: 'required',
    ...(hash === null ? {} : { hashes: [{ alg: 'SHA-512', content: hash }] }),
    licenses: licencesOf(license),
    purl: purlOf(shipped),
    properties: shippedIn.map((part) => ({ name: 'prediction-market-trading:shipped-in', value: part })),
  }
}

/** One licence by its SPDX id, several as an expression. */
const licencesOf = (license: string): readonly object[] =>
  /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]

const purlOf = ({ name, version }: Pick<ShippedPackage, 'name' | 'version'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`
