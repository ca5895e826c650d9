/** docs/exchange-behaviour.md names files, tests and names of the simulators that are there, and all that these can play. */

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { FAULT_KINDS } from '#simulators/engine/control/fault-injection.ts'
import { CONTROL_MODES } from '#simulators/engine/control/server.ts'
import { STREAM_FAULT_KINDS } from '#simulators/engine/control/stream-faults.ts'

const fileAt = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const textOf = (path: string): string => readFileSync(fileAt(path), 'utf8')

/** The names that a piece of source text declares. */
const namesIn = (path: string, from: string, name: RegExp): readonly string[] => {
  const text = textOf(path)
  const begin = text.indexOf(from)
  return [...text.slice(begin, text.indexOf('\n}', begin)).matchAll(name)].map(([, found = '']) => found)
}

const SWITCHES = ['kalshi', 'polymarket'].flatMap((name) =>
  namesIn(`packages/simulators/${name}/world/switches.ts`, 'const Switches', /^ {2}(\w+): v\.optional/gm),
)
const CALLS = namesIn('packages/simulators/engine/control/server.ts', 'switch (path)', /case '(\/control\/[\w-]+)'/g)
const OPTIONS = namesIn(
  'packages/simulators/polymarket/world/world.ts',
  'interface SimulatorSwitches',
  /^ {2}readonly (\w+):/gm,
)

/** Cases that the simulators can play, by the word before the name in a row. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  switch: [...new Set(SWITCHES)],
  fault: FAULT_KINDS,
  mode: CONTROL_MODES,
  stream: [...STREAM_FAULT_KINDS, 'drop'],
  option: OPTIONS,
  call: CALLS.map((path) => `POST ${path}`),
}

/** Calls and faults that only arrange a scene, and play nothing of an exchange. */
const SCENERY = [
  ...['book', 'trade', 'mode', 'streams', 'switches', 'faults'].map((call) => `POST /control/${call}`),
  'hold',
]

const page = textOf('docs/exchange-behaviour.md')

const ROWS = page
  .split('\n')
  .filter((line) => line.startsWith('| TC-'))
  .map((line) => {
    const [, id = '', on = '', behaviour = '', source = '', adapter = '', simulator = '', test = ''] = line
      .split(' | ')
      .flatMap((cell, index) => (index === 0 ? ['', cell.slice(2)] : [cell.replace(/ \|$/, '')]))
    const played = [...simulator.matchAll(/(\w+) `([^`]+)`/g)].map(([, kind = '', name = '']) => ({ kind, name }))
    return { id, on, behaviour, source, adapter, simulator, test, played }
  })

const linkIn = (cell: string): { readonly label: string; readonly path: string } => {
  const [, label = '', path = ''] = /^\[(.+)\]\(\.\.\/([^)]+)\)$/.exec(cell) ?? []
  return { label, path }
}

describe('docs/exchange-behaviour.md', () => {
  it('numbers its cases without a gap in each chapter', () => {
    expect(ROWS.length).toBeGreaterThan(100)
    const chapters = Map.groupBy(ROWS, ({ id }) => id.slice(0, 4))
    for (const rows of chapters.values())
      expect(rows.map(({ id }) => Number(id.slice(4)))).toEqual(rows.map((_, index) => index + 1))
  })

  it('says in each row which exchange it is about, what that does, and who says so', () => {
    for (const { id, on, behaviour, source } of ROWS)
      expect([['A', 'B', 'both'].includes(on), behaviour.endsWith('.'), source === ''], id).toEqual([true, true, false])
  })

  it('names files of adapters that are there', () => {
    const wrong = ROWS.filter(({ adapter }) => {
      const { label, path } = linkIn(adapter)
      return !path.startsWith('shared/adapters/exchanges/') || !path.endsWith(`/${label}`) || !existsSync(fileAt(path))
    })
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  it('names tests that are there, by words of their titles', () => {
    const wrong = ROWS.filter(({ test }) => {
      const { label, path } = linkIn(test)
      return !path.endsWith('.test.ts') || !existsSync(fileAt(path)) || !textOf(path).includes(label)
    })
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  it('names only what the simulators can play', () => {
    const wrong = ROWS.filter(
      ({ simulator, played }) =>
        (simulator !== 'always' && played.length === 0) ||
        played.some(({ kind, name }) => KNOWN[kind]?.includes(name) !== true),
    )
    expect(wrong.map(({ id, simulator }) => `${id} ${simulator}`)).toEqual([])
  })

  it.each(Object.keys(KNOWN))('has a case for each %s of the simulators', (kind) => {
    const names = KNOWN[kind] ?? []
    expect(names.length).toBeGreaterThan(5)
    const played = new Set(ROWS.flatMap((row) => row.played.filter((one) => one.kind === kind).map(({ name }) => name)))
    expect(names.filter((name) => !played.has(name) && !SCENERY.includes(name))).toEqual([])
  })

  it.each(['switch', 'fault', 'mode', 'stream'])(
    'is agreed with by docs/simulators.md, which lists each %s',
    (kind) => {
      const guide = textOf('docs/simulators.md')
      expect((KNOWN[kind] ?? []).filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
    },
  )
})
