/** The package of the client: its compiled command, its types, and in the long run its packed file on each Node that it serves. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '#client/version.ts'
import { blocksOf } from '../docs/guide-steps.ts'
import { type BuiltClient, builtClient } from '../support/built-client.ts'
import { inThisRun, isLongRun } from '../support/run/plays.ts'

describe('the built package', () => {
  let built: BuiltClient
  beforeAll(() => {
    built = builtClient()
  })
  afterAll(() => built.remove())

  const pmt = (...line: string[]) =>
    execFileSync(process.execPath, [built.pmt, ...line], { cwd: built.folder, encoding: 'utf8' })

  it('has the command pmt, which prints its version and its help', () => {
    expect(pmt('--version')).toBe(`${VERSION}\n`)
    expect(pmt('help')).toMatch(/^Usage: pmt <command>[\s\S]*buy <market> <qty> \[price\]/)
  })

  it('begins the command with the line that runs it with Node', () => {
    expect(readFileSync(built.pmt, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node')
  })

  it('has types that a strict project compiles its examples and the program of its README with', () => {
    const shown = blocksOf(readFileSync('client/README.md', 'utf8')).filter(({ info }) => info === 'ts')
    expect(shown.length).toBeGreaterThan(0)
    writeFileSync(join(built.folder, 'readme.ts'), shown.map(({ text }) => text).join('\n'))
    const types = { typeRoots: [resolve('node_modules/@types')], types: ['node'], skipLibCheck: false }
    const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', ...types }
    writeFileSync(join(built.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const compilers = ['node_modules/.bin/tsc', 'client/node_modules/.bin/tsc']
    for (const compiler of inThisRun({ usual: compilers.slice(0, 1), long: compilers }))
      execFileSync(resolve(compiler), ['--project', built.folder], { stdio: 'pipe', encoding: 'utf8' })
  })
})

/** Versions of Node that the package serves. */
const NODES = ['20.20.2', '22.23.3', '24.21.0'] as const

describe.runIf(isLongRun())('the packed file', () => {
  let folder: string
  let file: string
  let paths: readonly string[]
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'packed-'))
    const [packed] = JSON.parse(npm(resolve('client'), 'pack', '--json', '--pack-destination', folder))
    file = join(folder, packed.filename)
    paths = packed.files.map((one: { readonly path: string }) => one.path)
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const npm = (cwd: string, ...line: string[]) => execFileSync('npm', line, { cwd, encoding: 'utf8', stdio: 'pipe' })

  it('holds only what an installation needs, in 300 KB at most', () => {
    expect(statSync(file).size).toBeLessThan(300_000)
    const beside = paths.filter((path) => !/^(dist|examples)\//.test(path))
    expect(beside.sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
  })

  it.each(NODES)('runs in an empty folder with Node %s, by npm and by npx', (version) => {
    const home = join(folder, version)
    mkdirSync(home)
    npm(home, 'install', '--prefix', home, `node@${version}`)
    const node = join(home, 'node_modules/.bin')
    expect(existsSync(node)).toBe(true)
    const env = { ...process.env, PATH: `${node}:${join(home, 'bin')}:${process.env['PATH']}` }
    const type = (program: string, ...line: string[]) =>
      execFileSync(program, line, { cwd: home, env, encoding: 'utf8', stdio: 'pipe' })
    expect(type('node', '--version').trim()).toBe(`v${version}`)
    type('npm', 'install', '--global', '--prefix', home, file)
    expect(type('pmt', '--version')).toBe(`${VERSION}\n`)
    expect(type('npx', '--yes', '--package', file, 'pmt', '--version')).toBe(`${VERSION}\n`)
    expect(type('pmt', '--help')).toBe(type('npx', '--yes', '--package', file, 'pmt', '--help'))
    const fastest = (program: string, ...line: string[]): number =>
      Math.min(
        ...Array.from({ length: 9 }, () => {
          const begun = performance.now()
          type(program, ...line)
          return performance.now() - begun
        }),
      )
    const [bare, help] = [fastest('node', '--eval', '0'), fastest('pmt', '--help')]
    console.log(`Node ${version}: bare ${Math.round(bare)} ms, pmt --help ${Math.round(help)} ms`)
    // An idle machine starts Node in 30 ms. On a busy one the start of Node is the measure.
    expect(help).toBeLessThan(Math.max(150, 5 * bare))
  })
})
