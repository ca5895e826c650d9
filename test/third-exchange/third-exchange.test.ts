/** A new exchange is a folder and one line in each table of contents, and the compiler names every table it misses. */

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CopiedTree, copiedTree } from './copied-tree.ts'
import { NAME, TABLES } from './lines.ts'

const FOLDER = new URL('tree', import.meta.url).pathname
const GUIDE = readFileSync(new URL('../../docs/adding-an-exchange.md', import.meta.url), 'utf8')
const TABLES_IN_GUIDE = /^## 4\..*?(?=^## 5\.)/ms.exec(GUIDE)?.[0] ?? ''

let tree: CopiedTree

/** Errors of the compiler, by file. */
const compile = async (): Promise<ReadonlyMap<string, string>> => {
  const { output } = await tree.run('tsc', '--noEmit', '-p', 'tsconfig.copy.json')
  const errors = [...output.matchAll(/^([^\s(]+\.ts)\(\d+,\d+\): error (.*)$/gm)]
  return new Map(errors.map(([, file = '', message = '']) => [file, message]))
}

beforeAll(() => {
  tree = copiedTree()
  tree.add(NAME)
})
afterAll(() => tree.remove())

describe('a third exchange', () => {
  it('is missed by every table of contents as soon as it has a name', async () => {
    const errors = await compile()
    expect([...errors.keys()]).toEqual(expect.arrayContaining(Object.keys(TABLES)))
  })

  it('compiles with its folder and a line in each table', async () => {
    tree.write(FOLDER)
    tree.add(TABLES)
    expect([...(await compile())]).toEqual([])
  })

  it('trades through the real handlers, by its own traits', async () => {
    const { code, output } = await tree.run('vitest', 'run')
    expect(output).toContain('7 passed')
    expect(code).toBe(0)
  })

  it('cannot be asked for by name in any room that serves all exchanges', async () => {
    const rooms = ['shared/domain', 'shared/use-cases', 'shared/adapters/store', 'functions', 'infra']
    const asking = rooms.map((room) => `${room}/is-third.ts`)
    for (const file of asking)
      tree.put(file, "export const isThird = (name: string): boolean => name === 'EXCHANGE_C'\n")
    const { code, output } = await tree.run('biome', 'lint', ...asking)
    expect(code).toBe(1)
    const found = output.split('\n').filter((line) => line.includes('is-third.ts:'))
    for (const file of asking) expect(found, file).toContainEqual(expect.stringContaining(file))
    expect(output.split('Ask a trait of the exchange, not its name')).toHaveLength(rooms.length + 1)
  })

  it('finds the same tables in the guide', () => {
    const shown = [...TABLES_IN_GUIDE.matchAll(/^\| `([^`]+\.ts)` \|/gm)].map(([, path]) => path)
    expect(shown.sort()).toEqual([...Object.keys(NAME), ...Object.keys(TABLES)].sort())
  })
})
