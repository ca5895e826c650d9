/** A process that bundles each function separately into a folder, and ends. */

import { buildBundles } from '#infra/bundles.ts'

// Containers read no source maps, which are three quarters of the bytes.
buildBundles(process.argv[2], { maps: false })
