/** Comments above the functions of the inner rooms, for readers, and few casts, for the compiler. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

const DOCUMENTED = ['shared/domain', 'shared/ports', 'shared/use-cases', 'shared/contract'] as const
const CAST_SPARINGLY = ['shared', 'functions', 'infra', 'client'] as const
const MOST_CASTS_PER_THOUSAND_LINES = 2

interface Source {
  readonly path: string
  readonly text: string
}

const sourcesIn = (rooms: readonly string[]): readonly Source[] =>
  rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/(^|\/)(node_modules|dist|cdk\.out)\//.test(file))
      .map((file) => join(room, file))
      .filter((path) => path !== 'client/openapi-types.ts')
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  )

/** `export function`, and `export const` whose value begins like an arrow function: with a bracket, or with `async`. */
const EXPORTED =
  /^export (?:(?:async )?function (?<declared>\w+)|const (?<assigned>\w+)(?:: .*)? =\s+(?:async\s)?[<(])/gm

/** Exported functions without a comment that ends on the line above. The first of several overloads has the comment for all. */
const undocumentedIn = (text: string): readonly string[] => {
  const seen = new Set<string>()
  return [...text.matchAll(EXPORTED)].flatMap(({ groups, index }) => {
    const name = groups?.['declared'] || groups?.['assigned'] || ''
    if (seen.has(name)) return []
    seen.add(name)
    return text.slice(0, index).endsWith('*/\n') ? [] : [name]
  })
}

/** The code without what strings, templates and comments say. */
const codeOf = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gm, "''")

/** Casts alone: `as const` is none, and neither is a new name in an import or export. */
const castsIn = (text: string): number =>
  [...codeOf(text).matchAll(/^(?:import|export)(?: type)? (?:\*|\{[^}]*\}).*$|\bas (?!const\b)(?=[\w({'"[])/gm)].filter(
    ([found]) => found.startsWith('as '),
  ).length

describe('the search for exported functions', () => {
  it.each([
    'export const one = (at: number) => at',
    'export const one = (at: number): number => at',
    'export const one = async (\n  at: number,\n  then: (at: number) => Promise<void>,\n): Promise<void> => {\n}',
    'export const one = <Item, const N extends number>(items: readonly Item[], of: (item: Item) => N): N =>\n  of(items)',
    'export const one: Rule<number> = (at) => at',
    'export const one: (at: number) => number = (at) => at',
    'export const one =\n  (deps: Deps): Act =>\n  async (at) => {',
    'export const one = ({ at }: { readonly at: number }): { readonly qty: Qty; readonly cost: bigint } => ({',
    'export const one = (deps: {\n  readonly clock: () => number\n}): Watch => {',
    'export function one(at: number): number {',
    'export async function one(): Promise<void> {',
  ])('finds %s', (source) => {
    expect(undocumentedIn(`import x from 'y'\n\n${source}\n`)).toEqual(['one'])
    expect(undocumentedIn(`/** Of the file. */\n\n${source}\n`)).toEqual(['one'])
    expect(undocumentedIn(`/** Of the function. */\n${source}\n`)).toEqual([])
  })

  it.each([
    'export const ONE = 1_000_000',
    'export const one = object({ at: integer() })',
    "export const NAMES = ['a', 'b'] as const",
    'const one = (at: number) => at',
    'export type One = (at: number) => number',
  ])('leaves %s alone', (source) => {
    expect(undocumentedIn(`${source}\n`)).toEqual([])
  })
})

describe('every exported function', () => {
  it.each(DOCUMENTED)('every exported function of %s has a comment directly above it', (room) => {
    const sources = sourcesIn([room])
    expect(sources.length).toBeGreaterThan(5)
    expect(sources.flatMap(({ path, text }) => undocumentedIn(text).map((name) => `${path}: ${name}`))).toEqual([])
  })
})

describe('casts', () => {
  it('are counted without `as const`, imports under another name, strings and comments', () => {
    expect(castsIn('const a = b as Qty\nconst c = d as unknown as Price\n')).toBe(3)
    expect(
      castsIn("import * as v from 'valibot'\nimport {\n  type A as B,\n} from 'a'\nexport * as c from 'c'\n"),
    ).toBe(0)
    expect(castsIn("const a = ['x as Qty'] as const // b as Qty\n/** c as Qty */\n`d as Qty`\n")).toBe(0)
  })

  it(`stay below ${MOST_CASTS_PER_THOUSAND_LINES} in a thousand lines, as each one switches the compiler off`, () => {
    const sources = sourcesIn(CAST_SPARINGLY)
    const lines = sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
    const casts = sources.map(({ path, text }) => ({ path, count: castsIn(text) })).filter(({ count }) => count > 0)
    const count = casts.reduce((sum, one) => sum + one.count, 0)
    expect(lines).toBeGreaterThan(10_000)
    expect((count / lines) * 1_000, casts.map((one) => `${one.count} ${one.path}`).join('\n')).toBeLessThan(
      MOST_CASTS_PER_THOUSAND_LINES,
    )
  })
})
