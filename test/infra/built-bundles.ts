/** The real bundles, each in a folder of its own below one that holds nothing else; made once in a run. */

import { type Bundle, buildBundles } from '#infra/bundles.ts'
import { once } from '#test/support/run/once.ts'

export const builtBundles = (): { readonly folder: string; readonly bundles: readonly Bundle[] } => {
  const { folder, bundles } = once('bundles', (folder) => ({
    folder,
    // Source maps take a quarter of the time, and no test reads them.
    bundles: buildBundles(folder, { maps: false }).map((bundle) => ({ ...bundle, inputs: [...bundle.inputs] })),
  }))
  return { folder, bundles: bundles.map((bundle) => ({ ...bundle, inputs: new Map(bundle.inputs) })) }
}
