/**
 * Upgrades from earlier versions and the way back, in the steps of CloudFormation: one whole stack after the other. No export may
 * disappear while another stack imports it. `deployed-versions.json` holds the relevant parts of the templates of earlier commits.
 */

import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { EXPORT_OF_RENAMED_QUEUE } from '#local/deploy/refuse-strong-references.ts'
import { type Synthesis, synthesize, type Template } from './synthesis.ts'

const Kept = v.object({ Type: v.string(), Properties: v.record(v.string(), v.unknown()) })
const Deployed = v.record(
  v.string(),
  v.object({ exports: v.array(v.string()), imports: v.array(v.string()), kept: v.record(v.string(), Kept) }),
)
type Deployed = v.InferOutput<typeof Deployed>

const VERSIONS = v.parse(
  v.object({
    '90e07f3': Deployed,
    /** The same commit, deployed with `-c @aws-cdk/core:defaultCrossStackReferences=both`. */
    '90e07f3, deployed to be read weakly': Deployed,
    '4384fd5f': Deployed,
  }),
  JSON.parse(readFileSync(new URL('../fixtures/deployed-versions.json', import.meta.url), 'utf8')),
)
const OLDEST = VERSIONS['90e07f3']
const OLDEST_READ_WEAKLY = VERSIONS['90e07f3, deployed to be read weakly']
const BEFORE = VERSIONS['4384fd5f']

const importsOf = (template: Template): readonly string[] => [
  ...new Set([...JSON.stringify(template).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name]) => name ?? '')),
]
const exportsOf = ({ Outputs = {} }: Template): readonly string[] =>
  Object.values(Outputs).flatMap(({ Export }) => Export?.Name ?? [])

let now: Synthesis
let after: Deployed
beforeAll(() => {
  now = synthesize()
  after = Object.fromEntries(
    [...now.templates].map(([stack, template]) => [
      stack,
      { exports: [...exportsOf(template)], imports: [...importsOf(template)], kept: {} },
    ]),
  )
}, 240_000)

/** Deploys `to` over `from`, a stack at a time; answers what CloudFormation would refuse. */
const refusals = (from: Deployed, to: Deployed): readonly string[] => {
  const account = new Map(Object.entries(from))
  return Object.entries(to).flatMap(([stack, next]) => {
    const others = [...account].filter(([name]) => name !== stack)
    const gone = (account.get(stack)?.exports ?? []).filter((name) => !next.exports.includes(name))
    const held = gone.filter((name) => others.some(([, { imports }]) => imports.includes(name)))
    const missing = next.imports.filter((name) => !others.some(([, { exports }]) => exports.includes(name)))
    account.set(stack, next)
    return [
      ...held.map((name) => `${stack}: export ${name} cannot go, another stack imports it`),
      ...missing.map((name) => `${stack}: nothing exports ${name}`),
    ]
  })
}

describe('from commit 4384fd5f to this version, and back', () => {
  it('the HTTP API, whose requests store new instructions, comes after all functions that carry them out', () => {
    const deployed = [...now.templates.keys()]
    expect([deployed.length, deployed.at(0), deployed.at(-1)]).toEqual([4, 'TradingData', 'TradingApi'])
  })

  it('no stack is refused on the way there', () => {
    expect(Object.keys(after).sort()).toEqual(Object.keys(BEFORE).sort())
    expect(refusals(BEFORE, after)).toEqual([])
  })

  it('no stack is refused on the way back', () => {
    expect(refusals(after, BEFORE)).toEqual([])
  })

  it('an upgrade that is cut off after any stack can go on, and can go back', () => {
    const stacks = Object.keys(after)
    for (const done of stacks.keys()) {
      const half = Object.fromEntries(
        stacks.map((stack, place) => [
          stack,
          (place <= done ? after : BEFORE)[stack] ?? { exports: [], imports: [], kept: {} },
        ]),
      )
      expect(refusals(half, after), `on after ${stacks[done]}`).toEqual([])
      expect(refusals(half, BEFORE), `back after ${stacks[done]}`).toEqual([])
    }
  })
})

describe('from commit 90e07f3', () => {
  it('stacks that import exports refuse to lose the queue that was renamed, and nothing changes', () => {
    const gone = OLDEST['TradingApi']?.imports.filter((name) => name.includes('tendconditionals')) ?? []
    expect(gone).toHaveLength(2)
    for (const next of [BEFORE, after])
      expect(refusals(OLDEST, next)).toEqual(
        expect.arrayContaining(gone.map((name) => `TradingData: export ${name} cannot go, another stack imports it`)),
      )
  })

  it('the documented way is not refused: the old commit with weak references, commit 4384fd5f, this version', () => {
    expect(refusals(OLDEST, OLDEST_READ_WEAKLY)).toEqual([])
    expect(refusals(OLDEST_READ_WEAKLY, BEFORE)).toEqual([])
    expect(refusals(BEFORE, after)).toEqual([])
  })

  it('`npm run deploy` looks for the export that CloudFormation would refuse to remove', () => {
    expect(OLDEST['TradingData']?.exports).toContain(EXPORT_OF_RENAMED_QUEUE)
    expect(OLDEST['TradingWorkers']?.imports).toContain(EXPORT_OF_RENAMED_QUEUE)
    expect(after['TradingData']?.exports).not.toContain(EXPORT_OF_RENAMED_QUEUE)
  })
})

describe('from every earlier version', () => {
  it('a resource with data stays the same: its id, its type, and every property that would replace it', () => {
    for (const [version, deployed] of Object.entries(VERSIONS))
      for (const [stack, { kept }] of Object.entries(deployed))
        for (const [id, before] of Object.entries(kept)) {
          const { Type, Properties = {} } = now.templates.get(stack)?.Resources[id] ?? { Type: 'gone', Properties: {} }
          expect({ id, Type, Properties }, `${version} ${stack} ${id}`).toMatchObject({ id, ...before })
        }
  })
})

/** Event source mappings by id in the version before, which disabled them while the service was idle. */
const MAPPINGS_BEFORE = v.parse(
  v.record(v.string(), v.record(v.string(), v.unknown())),
  JSON.parse(readFileSync(new URL('../fixtures/mappings-that-rested.json', import.meta.url), 'utf8')),
)

describe('from a version whose queues rested', () => {
  const mappings = () => now.all('AWS::Lambda::EventSourceMapping')

  it('every queue is read after the upgrade, whatever was disabled: CloudFormation sets what the text of a resource changes', () => {
    expect(
      mappings()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(Object.keys(MAPPINGS_BEFORE).toSorted())
    for (const { id, Properties } of mappings()) {
      const changed = JSON.stringify(Properties) !== JSON.stringify(MAPPINGS_BEFORE[id])
      const isRead = changed && Properties.Enabled === true
      expect(isRead, id).toBe(true)
    }
  })

  it('the function that disabled them is replaced before they are enabled, and may not disable them any more', () => {
    const sweeper = now
      .all('AWS::Lambda::Function')
      .find(({ Properties }) => Properties.Environment.Variables.FUNCTION_NAME === 'sweep-soon')
    const others = mappings().filter(({ Properties }) => Properties.FunctionName.Ref !== sweeper?.id)
    expect(others).toHaveLength(mappings().length - 1)
    for (const { id, DependsOn } of others) expect(DependsOn, id).toContain(sweeper?.id)
    expect(JSON.stringify(now.everything)).not.toContain('UpdateEventSourceMapping')
  })
})

describe('from this version on', () => {
  it('no stack imports an export, so that a queue can be added or removed in one deployment', () => {
    for (const [stack, template] of now.templates) expect(importsOf(template), stack).toEqual([])
    const data = after['TradingData']
    expect(data?.exports.length).toBeGreaterThan(0)
    const without = { ...after, TradingData: { exports: [], imports: [], kept: {} } }
    expect(refusals(after, without)).toEqual([])
  })

  it('a removed export that is still imported would be noticed', () => {
    const [name = ''] = OLDEST['TradingApi']?.imports ?? []
    const without = { ...OLDEST, TradingData: { exports: [], imports: [], kept: {} } }
    expect(refusals(OLDEST, without)).toContain(`TradingData: export ${name} cannot go, another stack imports it`)
  })
})
