/**
 * The Node that runs the project: the machine's own if it is new enough. On Linux an older one is enough, because it
 * installs a newer one as `node_modules/.bin/node`, which npm scripts find first. Plain JavaScript for Node 20.
 */

import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import zlib from 'node:zlib'
import { npmCi } from './npm-ci.mjs'

const HERE = dirname(fileURLToPath(import.meta.url))
const MODULES = join(dirname(dirname(HERE)), 'node_modules')
/** Folder of the installed Node. npm leaves folders with a dot alone until the next `npm ci`. */
const FOLDER = join(MODULES, '.node')
const LINK = join(MODULES, '.bin', 'node')
const LOCK = 'package-lock.json'

/** Oldest major version that can install a newer Node. */
const OLDEST_INSTALLER = 20

/** A sentence about a Node that neither runs the project nor can install a newer one; null for all others. */
export const problemOfNode = () => {
  const { node } = process.versions
  const canInstall = packageHere() !== null
  if (runsProject() || (canInstall && Number(node.split('.')[0]) >= OLDEST_INSTALLER)) return null
  return canInstall
    ? `Node ${OLDEST_INSTALLER} or later is needed, and this is Node ${node}: see https://nodejs.org.`
    : `Node 22.18 or later, built with support for TypeScript, is needed. This is Node ${node}: see https://nodejs.org.`
}

/** True if nothing is left to install. */
export const hasProjectNode = () =>
  (runsProject() && !isInstalled()) || (existsSync(LINK) && textOf(join(FOLDER, LOCK)) === textOf(join(HERE, LOCK)))

/** Installs Node as its lock file says. Resolves with the exit code and the output of npm. */
export const installProjectNode = async () => {
  // The link is made last. Without it the next run begins again.
  rmSync(LINK, { force: true })
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const file of ['package.json', LOCK]) copyFileSync(join(HERE, file), join(FOLDER, file))
  const { code, said } = await npmCi(FOLDER)
  const program = join(FOLDER, 'node_modules', packageHere() ?? '', 'bin', 'node')
  if (code !== 0 || !existsSync(program)) return { code: code || 1, said }
  mkdirSync(dirname(LINK), { recursive: true })
  symlinkSync(relative(dirname(LINK), program), LINK)
  return { code, said }
}

/** True if this Node runs TypeScript files without a flag (22.18, 23.6) and has zstd. Some distributions build it without TypeScript. */
const runsProject = () => typeof process.features.typescript === 'string' && 'zstdCompressSync' in zlib

/** True if this Node is the installed one. */
const isInstalled = () => existsSync(LINK) && realpathSync(LINK) === process.execPath

/** Name of the package with a Node for this machine; null if the lock file has none. */
const packageHere = () => {
  const name = `node-${process.platform}-${process.arch}`
  return name in JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')).optionalDependencies ? name : null
}

/** Null if there is no such file. */
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)
