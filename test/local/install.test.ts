/** `npm start` and `npm test` install missing packages first. Tried on a small project whose packages are folders: no network. */

import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inThisRun } from '../support/run/plays.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'install-'))
  folders.push(folder)
  return folder
}

/** Name of the package with a Node for this machine. */
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`

/** A project with the package `dep`, and a Node for machines whose own is too old: not installed yet. */
const newProject = (): string => {
  const project = newFolder()
  const files = {
    'package.json': { name: 'project', dependencies: { dep: 'file:packages/dep' } },
    'package-lock.json': lockfile('1.0.0'),
    'packages/dep/package.json': { name: 'dep', version: '1.0.0' },
    'packages/node/package.json': { name: NODE_PACKAGE, version: '24.0.0' },
  }
  for (const [file, content] of Object.entries(files)) write(project, file, JSON.stringify(content))
  write(project, 'packages/node/bin/node', '#!/bin/sh\n')
  chmodSync(join(project, 'packages/node/bin/node'), 0o755)
  for (const file of ['install.mjs', 'node/project-node.mjs', 'node/npm-ci.mjs', 'node/after-npm-ci.mjs']) {
    mkdirSync(dirname(join(project, 'local', file)), { recursive: true })
    cpSync(new URL(`../../local/${file}`, import.meta.url), join(project, 'local', file))
  }
  write(project, 'local/node/package.json', JSON.stringify(manifestOfNode))
  write(project, 'local/node/package-lock.json', JSON.stringify(lockfileOfNode('24.0.0')))
  return project
}

const lockfile = (depVersion: string) => ({
  name: 'project',
  lockfileVersion: 3,
  packages: {
    '': { name: 'project', dependencies: { dep: 'file:packages/dep' } },
    'node_modules/dep': { resolved: 'packages/dep', link: true },
    'packages/dep': { name: 'dep', version: depVersion },
  },
})

// The folder they are copied to before npm reads them is as deep as their own.
const manifestOfNode = { name: 'node', optionalDependencies: { [NODE_PACKAGE]: 'file:../../packages/node' } }
const lockfileOfNode = (version: string) => ({
  name: 'node',
  lockfileVersion: 3,
  packages: {
    '': manifestOfNode,
    [`node_modules/${NODE_PACKAGE}`]: { resolved: '../../packages/node', link: true },
    '../../packages/node': { name: NODE_PACKAGE, version },
  },
})

const write = (project: string, file: string, text: string): void => {
  mkdirSync(dirname(join(project, file)), { recursive: true })
  writeFileSync(join(project, file), text)
}

/** Output of the installation, and its exit code. */
const install = (
  project: string,
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ said: string; code: number | null }> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...environment }
    const child = spawn(process.execPath, [...flags, 'local/install.mjs'], { cwd: project, env })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    child.on('close', (code) => resolve({ said, code }))
  })

const INSTALLED = {
  said: expect.stringMatching(/^Installing the packages .*\nThe packages are installed, after \d+ s\.\n$/),
  code: 0,
}
const NOTHING_TO_DO = { said: '', code: 0 }

/** Flags for a Node that seems to be of another version, and does not run TypeScript. */
const asNode = (version: string): readonly string[] => {
  const preload = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
    Object.defineProperty(process.features, 'typescript', { value: false })`
  return ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]
}
const AS_MACOS = ['--import', new URL('../support/as-macos.ts', import.meta.url).href]

describe('installing', () => {
  let installed: string | undefined
  /** A copy of one that is installed once, because npm takes a second. */
  const installedProject = async (): Promise<string> => {
    if (installed === undefined) {
      installed = newProject()
      await install(installed)
    }
    const project = newFolder()
    cpSync(installed, project, { recursive: true, verbatimSymlinks: true })
    return project
  }

  it('happens in two lines when nothing is installed, and not again', async () => {
    const project = newProject()
    expect(await install(project)).toEqual(INSTALLED)
    expect(existsSync(join(project, 'node_modules/.bin/node'))).toBe(false)
    expect(await install(project)).toEqual(NOTHING_TO_DO)
  })

  it('installs a newer Node where the own is too old, and again when another version of it is wanted or its link is gone', async () => {
    const project = await installedProject()
    const NODE_INSTALLED = {
      said: expect.stringMatching(/^Installing a newer Node .* Node 20\.20\.2\.\nNode is installed, after \d+ s\.\n$/),
      code: 0,
    }
    expect(await install(project, asNode('20.20.2'))).toEqual(NODE_INSTALLED)
    expect(readFileSync(join(project, 'node_modules/.bin/node'), 'utf8')).toBe('#!/bin/sh\n')
    expect(await install(project, asNode('20.20.2'))).toEqual(NOTHING_TO_DO)

    write(project, 'local/node/package-lock.json', JSON.stringify(lockfileOfNode('24.0.1')))
    write(project, 'packages/node/package.json', JSON.stringify({ name: NODE_PACKAGE, version: '24.0.1' }))
    expect(await install(project, asNode('20.20.2'))).toEqual(NODE_INSTALLED)

    rmSync(join(project, 'node_modules/.bin/node'))
    expect(await install(project)).toEqual(NOTHING_TO_DO)
    expect(await install(project, asNode('20.20.2'))).toEqual(NODE_INSTALLED)
  })

  it('happens again when package-lock.json names another version', async () => {
    const project = await installedProject()
    write(project, 'package-lock.json', JSON.stringify(lockfile('1.0.1')))
    write(project, 'packages/dep/package.json', JSON.stringify({ name: 'dep', version: '1.0.1' }))
    expect(await install(project)).toEqual(INSTALLED)
    expect(await install(project)).toEqual(NOTHING_TO_DO)
  })

  const PARTS = ['node_modules/dep', 'node_modules/.package-lock.json']
  it.each(inThisRun({ usual: PARTS.slice(0, 1), long: PARTS }))('happens again when %s is gone', async (gone) => {
    const project = await installedProject()
    rmSync(join(project, gone))
    expect(await install(project)).toEqual(INSTALLED)
    expect(existsSync(join(project, gone))).toBe(true)
  })

  it.each([
    ['on this system', []],
    ['on macOS with a temporary folder of a long name', AS_MACOS],
  ])('happens once when two commands begin at the same time %s', async (_, flags) => {
    const project = newProject()
    const temporary = join(newFolder(), 'long'.repeat(25))
    mkdirSync(temporary)
    const begin = () => install(project, flags, { TMPDIR: temporary })
    const both = await Promise.all([begin(), begin()])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(both.filter(({ said }) => said.includes('Installing the packages'))).toEqual([INSTALLED])
    expect(await install(project)).toEqual(NOTHING_TO_DO)
  })

  it('shows what npm says when it fails, and what to do', async () => {
    const project = newProject()
    const manifest: object = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    write(project, 'package.json', JSON.stringify({ ...manifest, dependencies: { absent: 'file:packages/absent' } }))
    const { said, code } = await install(project)
    expect(code).toBe(1)
    expect(said).toMatch(/npm error .*Missing: absent.* from lock file/s)
    expect(said).toMatch(/The packages are not installed\. .* run the command again\.\n$/s)
  })

  it('is refused in one sentence by a Node that is too old', async () => {
    expect(await install(newProject(), asNode('18.20.1'))).toEqual({
      said: 'Node 20 or later is needed, and this is Node 18.20.1: see https://nodejs.org.\n',
      code: 1,
    })
  })

  it('is refused in one sentence by a Node that cannot run the project on a system for which the lock file has no other', async () => {
    expect(await install(newProject(), [...AS_MACOS, ...asNode('20.20.2')])).toEqual({
      said: 'Node 22.18 or later, built with support for TypeScript, is needed. This is Node 20.20.2: see https://nodejs.org.\n',
      code: 1,
    })
  })
})

it('`npm start -- --help` prints the options at once, and installs nothing', async () => {
  const project = newProject()
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  write(project, 'package.json', JSON.stringify({ name: 'project', scripts }))
  for (const file of ['local/start.sh', 'local/start-usage.txt'])
    cpSync(new URL(`../../${file}`, import.meta.url), join(project, file))
  const child = spawn('npm', ['start', '--silent', '--', '--help'], { cwd: project })
  let said = ''
  for await (const text of child.stdout.setEncoding('utf8')) said += text
  expect(said).toMatch(/^npm start -- \[options\]/)
  expect(existsSync(join(project, 'node_modules'))).toBe(false)
})
