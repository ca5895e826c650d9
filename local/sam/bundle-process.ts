/** A process that bundles each function separately into a folder, and ends. */

import { buildBundles } from '#infra/bundles.ts'

buildBundles(process.argv[2])
