/** The roles in which the gateway calls functions: a deployment that adds an endpoint takes none of the others from its role. */

import { App, Stack } from 'aws-cdk-lib'
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda'
import { expect, it } from 'vitest'
import { projectInvokers } from '#infra/constructs/project-integration.ts'

const NAMES = Array.from({ length: 130 }, (_, nth) => `endpoint-${nth}`)

/** Role in which each of the functions is called. */
const rolesOf = (names: readonly string[]): ReadonlyMap<string, string> => {
  const stack = new Stack(new App(), 'stack')
  const invokerOf = projectInvokers(stack)
  const make = (name: string) =>
    new Lambda(stack, name, { runtime: Runtime.NODEJS_24_X, handler: 'index.handler', code: Code.fromInline('0') })
  return new Map(names.map((name) => [name, invokerOf(make(name)).node.id]))
}

it.each([
  ['is new', ['a-new-one', ...NAMES]],
  ['is gone', NAMES.slice(1)],
])('a function that %s leaves the others where they are', (_, names) => {
  const [before, after] = [rolesOf(NAMES), rolesOf(names)]
  expect(NAMES.filter((name) => names.includes(name) && after.get(name) !== before.get(name))).toEqual([])
})

it('no role is responsible for more functions than its policy has room for', () => {
  const counts = Map.groupBy(rolesOf(NAMES).values(), (role) => role)
  expect(Math.max(...[...counts.values()].map((functions) => functions.length))).toBeLessThanOrEqual(60)
  expect(() => rolesOf(Array.from({ length: 400 }, (_, nth) => `endpoint-${nth}`))).toThrow('more roles')
})
