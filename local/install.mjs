/**
 * Installs the packages if they differ from package-lock.json. Every `npm start` and `npm test` runs this first, so it
 * is plain JavaScript for Node 20 without a package, and takes a few milliseconds if nothing is missing.
 */

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 20
const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)))
/** Node of the project, independent of the Node that runs npm. */
const NODE = join(PROJECT, 'node_modules', '.bin', 'node')

const main = async () => {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE)
    return stop(
      `Node ${OLDEST_NODE} or later is needed, and this is Node ${process.versions.node}: see https://nodejs.org.`,
    )
  if (missing() === null) return
  await lock()
  // Another command may have installed them meanwhile.
  if (missing() !== null) await install()
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
  return existsSync(NODE) ? null : 'node is missing'
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
  const { code, said } = await npm([
    'ci',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--include=dev',
    '--include=optional',
  ])
  if (code !== 0) return stop(`${said.trim()}\n\n${FAILED}`)
  const problem = missing()
  if (problem !== null) return stop(`${said.trim()}\n\nnpm ci has ended, but ${problem}. ${FAILED}`)
  console.error(`The packages are installed, after ${Math.round((Date.now() - began) / 1_000)} s.`)
}

const FAILED =
  'The packages are not installed. npm says above why. It needs a connection to its registry (npm ping), a folder it may ' +
  'write to, and leave to run install scripts (npm config get ignore-scripts: false). Then run the command again.'

/** Runs the npm that runs this; keeps what it says. */
const npm = (parameters) => {
  const { npm_execpath: script = '', npm_node_execpath: node = '' } = process.env
  const [command, ...first] = script.endsWith('npm-cli.js') && existsSync(node) ? [node, script] : ['npm']
  return new Promise((resolve) => {
    let said = ''
    const child = spawn(command, [...first, ...parameters], { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    child.on('error', (error) => resolve({ code: 1, said: `${said}\n${error.message}` }))
    child.on('close', (code) => resolve({ code, said }))
  })
}

/**
 * Waits until no other command installs here. The lock is a socket, which the kernel takes back however its holder
 * ends. On Linux its name is no file; elsewhere the file of a killed holder is removed.
 */
const lock = async () => {
  const name = `install-${createHash('sha256').update(PROJECT).digest('hex').slice(0, 16)}`
  const path = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name)
  let told = false
  for (;;) {
    if (await listen(path)) return
    if (!told) console.error('The packages are being installed by another command here: waiting for it.')
    told = true
    await ended(path)
  }
}

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
