/** The bundles of all Lambdas: those of the last time where nothing has changed since, else new ones. */

import { fork } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CannotStart } from '../../cannot-start.ts'
import { type BundleSet, bundleCache } from './bundle-cache.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))
/** Beside the packages, so that a new installation begins without; the same for all data folders. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/bundles', import.meta.url))

/** Puts them into the folder. Throws `CannotStart` with what the bundler says when a source cannot be bundled. */
export const bundledLambdas = async (folder: string, progress: (text: string) => void): Promise<BundleSet> => {
  const cache = bundleCache(PROJECT, CACHE)
  let set = cache.find()
  if (set === null) progress('bundling the functions, because their sources are new')
  while (set === null) {
    await runBundler()
    // Null again when a source has changed since.
    set = cache.find()
  }
  // A copy: the cache may drop the set while the service runs.
  rmSync(folder, { recursive: true, force: true })
  cpSync(set.folder, folder, { recursive: true })
  return { ...set, folder }
}

const runBundler = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL('bundle-process.ts', import.meta.url))
    const child = fork(script, [CACHE], { cwd: PROJECT, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new CannotStart(`The functions cannot be bundled:\n${said.trim()}`))
    })
  })
