/** Documents and comments name only files, folders and names of the code that exist, and the map of the rooms is the real one. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const ROOMS = ['shared', 'functions', 'infra', 'local', 'packages', 'client', 'test', 'docs'] as const
const NOT_OURS = /(^|\/)(node_modules|dist|\.local|cdk\.out)(\/|$)/

const everything = (): readonly string[] =>
  [...ROOMS, '.ci', '.lint'].flatMap((room) => [
    room,
    ...readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .map((file) => join(room, file))
      .filter((file) => !NOT_OURS.test(file)),
  ])

/** Every file and folder of the repository, by its path. */
const THERE = new Set([...everything(), ...readdirSync(root)])
const FILES = [...THERE].filter((path) => /\.\w+$/.test(path))
const endsSomewhere = (path: string): boolean => FILES.some((file) => file === path || file.endsWith(`/${path}`))

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const PAGES = FILES.filter((file) => file.endsWith('.md'))
const SOURCES = FILES.filter((file) => /\.(ts|mjs)$/.test(file) && !file.endsWith('openapi-types.ts'))

const ROOTED = new RegExp(`(?<![\\w./@#-])(?:${ROOMS.join('|')})/[\\w./-]*\\w`, 'g')

/** Paths from the root of the repository, and in backticks also the ends of paths, such as `orders/order.ts`. */
const missingPaths = (text: string): readonly string[] => {
  const rooted = [...text.matchAll(ROOTED)].map(([path]) => path)
  const quoted = [...text.matchAll(/`#?([\w./-]+\.ts)`/g)].map(([, path = '']) => path)
  return [
    ...rooted.filter((path) => !THERE.has(path) && !isDecision(path)),
    ...quoted.filter((path) => !rooted.includes(path) && !endsSomewhere(path)),
  ]
}

/** Decisions may be named by their number alone. */
const isDecision = (path: string): boolean =>
  /^docs\/decisions\/\d{4}$/.test(path) && FILES.some((file) => file.startsWith(`${path}-`))

/** Comments alone: strings are not for readers of the code. */
const commentsOf = (source: string): string =>
  [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)].map(([comment]) => comment).join('\n')

describe('every path', () => {
  it.each(PAGES)('every path in %s exists', (page) => {
    expect(missingPaths(read(page))).toEqual([])
  })

  it('every path in a comment exists', () => {
    const wrong = SOURCES.flatMap((file) => missingPaths(commentsOf(read(file))).map((path) => `${file} names ${path}`))
    expect(wrong).toEqual([])
  })
})

describe('every name of the code', () => {
  const code = SOURCES.map(read).join('\n') + read('cdk.json') + read('biome.json') + read('docs/openapi.json')

  it.each(PAGES)('every name of the code in %s occurs in the code', (page) => {
    const text = read(page).replace(/```[\s\S]*?```/g, '')
    const names = [...text.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name = '']) => name)
    expect(names.filter((name) => !code.includes(name))).toEqual([])
  })
})

describe('docs/internals.md', () => {
  const page = read('docs/internals.md')
  const chapter = page.slice(page.indexOf('## Folders'), page.indexOf('## Declarations and frames'))
  const [map = [], folders = []] = [...chapter.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) =>
    table
      .trim()
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', ''))),
  )
  const foldersIn = (room: string): readonly string[] =>
    readdirSync(join(root, room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !NOT_OURS.test(entry.name))
      .map(({ name }) => name)
      .sort()

  it('shows in its map of subjects every folder of the rooms, and none that is not there', () => {
    const [heading = [], , ...rows] = map
    const rooms = heading.flatMap((room, column) => (room.startsWith('shared/') ? [{ room, column }] : []))
    expect(rooms.length).toBeGreaterThan(3)
    for (const { room, column } of rooms) {
      const shown = rows.filter((cells) => cells[column] === '✓').map((cells) => cells[1] ?? '')
      expect(shown.sort(), room).toEqual(foldersIn(room))
    }
  })

  it('names the folders of every other room', () => {
    const [, , ...rows] = folders
    expect(rows.length).toBeGreaterThan(5)
    for (const [, room = '', names = ''] of rows) {
      const shown = names.split(/, /).map((name) => name.replace(/ \(.*/, ''))
      expect(
        foldersIn(room).filter((name) => name !== 'reference'),
        room,
      ).toEqual(shown.sort())
    }
  })
})
