/** Bundles are built again when a file they were made from has changed, and only then. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BundleCache, bundleCache } from '#local/stack/lambdas/bundle-cache.ts'
import type { DeclaredLambdas } from '#local/stack/lambdas/declared-lambdas.ts'

const ROUTE = {
  name: 'get-health',
  method: 'GET',
  path: '/v1/health',
  scope: 'none' as const,
  uses: { table: 'none' as const },
}
const LAMBDAS: DeclaredLambdas = {
  routes: [ROUTE],
  defaultRoute: ROUTE,
  wrongMethods: [],
  consumers: [],
  schedules: [],
  sockets: [],
}

let project = ''
let dir = ''
let cache: BundleCache

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'bundle-cache-'))
  dir = join(project, 'cache')
  cache = bundleCache(project, dir)
  write('a.ts', 'first')
  write('b.ts', 'first')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

const write = (file: string, text: string): void => writeFileSync(join(project, file), text)

/** Keeps a set whose one bundle is this text. */
const build = (bundle: string, files = ['a.ts', 'b.ts']): void => {
  const folder = cache.newFolder()
  writeFileSync(join(folder, 'bundle'), bundle)
  cache.keep(folder, files, LAMBDAS)
}

/** The bundle of the set that is found. */
const found = (): string | null => {
  const set = cache.find()
  return set === null ? null : readFileSync(join(set.folder, 'bundle'), 'utf8')
}

const setsIn = (): readonly string[] => readdirSync(dir).filter((name) => existsSync(join(dir, name, 'about.json')))

describe('a set of bundles', () => {
  it('is found with its declarations while its files are as they were, whatever their dates', () => {
    expect(cache.find()).toBeNull()
    build('one')
    utimesSync(join(project, 'a.ts'), new Date(), new Date())
    write('other.ts', 'not read for it')
    expect(found()).toBe('one')
    expect(cache.find()?.lambdas).toEqual(LAMBDAS)
  })

  it('is not found when a file has another content', () => {
    build('one')
    write('b.ts', 'second')
    expect(cache.find()).toBeNull()
  })

  it('is not found when a file is gone, or one that was absent is there', () => {
    build('one', ['a.ts', 'absent.ts'])
    expect(found()).toBe('one')
    write('absent.ts', '')
    expect(cache.find()).toBeNull()
    rmSync(join(project, 'absent.ts'))
    rmSync(join(project, 'a.ts'))
    expect(cache.find()).toBeNull()
  })

  it('is found again when its files are back, as after a change of branches', () => {
    build('one')
    write('a.ts', 'second')
    build('two')
    expect(found()).toBe('two')
    write('a.ts', 'first')
    expect(found()).toBe('one')
  })

  it('is not found when it was made under another Node, is broken or unfinished', () => {
    build('one')
    const about = join(dir, setsIn()[0] ?? '', 'about.json')
    const text = readFileSync(about, 'utf8')
    writeFileSync(about, text.replace(process.version, 'v20.0.0'))
    expect(cache.find()).toBeNull()
    writeFileSync(about, text.slice(0, -10))
    expect(cache.find()).toBeNull()
    cache.newFolder()
    expect(cache.find()).toBeNull()
  })

  it('goes when four others were used since', () => {
    for (const content of ['1', '2', '3', '4', '5']) {
      write('a.ts', content)
      build(content)
      const [newest] = setsIn().filter((name) => readFileSync(join(dir, name, 'bundle'), 'utf8') === content)
      utimesSync(join(dir, newest ?? ''), new Date(), new Date(Date.now() - 60_000 + Number(content)))
    }
    expect(setsIn()).toHaveLength(4)
    write('a.ts', '1')
    expect(cache.find()).toBeNull()
    write('a.ts', '5')
    expect(found()).toBe('5')
  })
})
