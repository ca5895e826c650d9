/** `npm run notices`: writes THIRD-PARTY-NOTICES.txt and sbom.cdx.json from the inputs of the bundles. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { billOfMaterials } from './bill-of-materials.ts'
import { buildBundles } from './bundles.ts'
import { shippedPackages } from './shipped-packages.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

const folder = mkdtempSync(join(tmpdir(), 'notices-'))
try {
  const packages = shippedPackages(buildBundles(folder))
  writeFileSync('THIRD-PARTY-NOTICES.txt', thirdPartyNotices(packages))
  writeFileSync('sbom.cdx.json', billOfMaterials(packages))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
