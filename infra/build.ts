/** `npm run build`: writes the bundles and shows their sizes. */

import { buildBundles } from './bundles.ts'

for (const { name, bytes } of buildBundles()) console.log(`${(bytes / 1024).toFixed(0).padStart(5)} KB  ${name}`)
