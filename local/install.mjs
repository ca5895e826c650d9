/**
 * Installs the packages if they differ from package-lock.json. Every `npm start` and `npm test` runs this first, so it
 * is plain JavaScript for Node 20 without a package, and takes a few milliseconds if nothing is missing.
 */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npmCi } from './node/npm-ci.mjs'
import { hasProjectNode, installProjectNode, problemOfNode } from './node/project-node.mjs'

const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)))

const main = async () => {
  const problem = problemOfNode()
  if (problem !== null) return stop(problem)
  if (missing() === null && hasProjectNode()) return
  await lock()
  // Another command may have installed them meanwhile.
  if (missing() !== null) await install()
  if (!hasProjectNode()) await installNode()
  // Gives the lock back as well.
  process.exit(0)
}

/** The first package that is not installed as package-lock.json says, in words; null when all are. */
const missing = () => {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf(join('node_modules', '.package-lock.json'))
  if (wanted === null) return 'package-lock.json cannot be read'
  // npm writes this file last: without it an installation was interrupted, or there never was one.
  if (installed === null) return 'nothing is installed'
  for (const [folder, { version, integrity, resolved, link, optional }] of Object.entries(wanted)) {
    if (folder === '') continue
    const found = installed[folder]
    // An optional package is left out where it does not fit the machine.
    if (found === undefined && optional === true) continue
    const same =
      found !== undefined &&
      found.version === version &&
      found.integrity === integrity &&
      (link !== true || found.resolved === resolved)
    if (!same || !existsSync(join(PROJECT, folder))) return `${folder} is missing or of another version`
  }
  return null
}

/** Null when there is no such file, or half of one. */
const packagesOf = (file) => {
  try {
    return JSON.parse(readFileSync(join(PROJECT, file), 'utf8')).packages
  } catch {
    return null
  }
}

/** Reports progress on stderr: stdout belongs to the command that follows. */
const install = async () => {
  const began = Date.now()
  console.error('Installing the packages (npm ci). The first time this takes a minute or two.')
  const { code, said } = await npmCi(PROJECT)
  if (code !== 0) return stop(`${said.trim()}\n\n${failed('The packages are')}`)
  const problem = missing()
  if (problem !== null) return stop(`${said.trim()}\n\nnpm ci has ended, but ${problem}. ${failed('The packages are')}`)
  console.error(`The packages are installed, after ${secondsSince(began)} s.`)
}

/** Installs a newer Node, after which all commands run on it. */
const installNode = async () => {
  const began = Date.now()
  console.error(`Installing a newer Node for this folder: this is Node ${process.versions.node}.`)
  const { code, said } = await installProjectNode()
  if (code !== 0) return stop(`${said.trim()}\n\n${failed('Node is')}`)
  console.error(`Node is installed, after ${secondsSince(began)} s.`)
}

const secondsSince = (ms) => Math.round((Date.now() - ms) / 1_000)

const failed = (subject) =>
  `${subject} not installed. npm says above why. It needs a connection to its registry (npm ping) and a folder it may ` +
  'write to. Then run the command again.'

/** Waits until no other command installs here. The lock is a socket, which the kernel takes back however its holder ends. */
const lock = async () => {
  const path = lockPath()
  let told = false
  for (;;) {
    if (await listen(path)) return
    if (!told) console.error('The packages are being installed by another command here: waiting for it.')
    told = true
    await ended(path)
  }
}

/**
 * On Linux the name of the socket is no file; elsewhere the file of a killed holder is removed. macOS takes 103 bytes
 * at most, which a temporary folder of one's own may exceed.
 */
const lockPath = () => {
  const name = `install-${createHash('sha256').update(PROJECT).digest('hex').slice(0, 16)}`
  if (process.platform === 'linux') return `\0${name}`
  const path = join(tmpdir(), name)
  return Buffer.byteLength(path) <= LONGEST_SOCKET_PATH ? path : join('/tmp', name)
}

const LONGEST_SOCKET_PATH = 103

/** False if another process listens there. */
const listen = (path) =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(path, () => resolve(true))
  })

/** Resolves when the other one is done, or gone. */
const ended = (path) =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.on('error', ({ code }) => {
      if (code === 'ECONNREFUSED' && existsSync(path)) rmSync(path, { force: true })
    })
    socket.on('close', () => setTimeout(resolve, 100))
  })

const stop = (words) => {
  console.error(words)
  process.exit(1)
}

await main()
