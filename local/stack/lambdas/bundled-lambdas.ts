/** The bundles of all Lambdas: the last ones if their sources are unchanged, else new ones. */

import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BundleSet, bundleCache } from './bundle-cache.ts'
import { runBundler } from './run-bundler.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))
/** Beside the packages, so that a new installation begins without; the same for all data folders. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/bundles', import.meta.url))

/** Puts them into the folder. Throws `CannotStart` with what the bundler says when a source cannot be bundled. */
export const bundledLambdas = async (folder: string, progress: (text: string) => void): Promise<BundleSet> => {
  const cache = bundleCache(PROJECT, CACHE)
  let set = cache.find()
  if (set === null) progress('bundling the functions, because their sources are new')
  while (set === null) {
    await runBundler(new URL('bundle-process.ts', import.meta.url), CACHE)
    // Null again when a source has changed since.
    set = cache.find()
  }
  // A copy: the cache may drop the set while the service runs.
  rmSync(folder, { recursive: true, force: true })
  cpSync(set.folder, folder, { recursive: true })
  return { ...set, folder }
}
