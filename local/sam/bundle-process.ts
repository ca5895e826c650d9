/** A process that bundles each function by itself into a folder, and ends. */

import { buildBundles } from '#infra/bundles.ts'

buildBundles(process.argv[2])
