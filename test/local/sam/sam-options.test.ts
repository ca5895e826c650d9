/** `npm run sam` knows its options, and explains an unusable one before it bundles anything. */

import { expect, it } from 'vitest'
import { samOptions } from '#local/sam/sam-options.ts'

it('the options of npm run sam', () => {
  expect(samOptions([])).toEqual({ help: false, outputs: null })
  expect(samOptions(['-h'])).toEqual({ help: true, outputs: null })
  expect(samOptions(['--deployed', 'package.json']).outputs).toContain('"workspaces"')
})

it.each([
  [['--deploy', 'outputs.json'], 'npm run sam does not know --deploy. Did you mean npm run sam -- --deployed?'],
  [['--deployed'], "Option '--deployed <value>' argument missing"],
  [['outputs.json'], 'npm run sam does not know outputs.json. npm run sam -- --help lists all options.'],
  [['--deployed', 'nowhere.json'], 'nowhere.json cannot be read. Write it with: npx cdk deploy'],
])('%j is refused in words', (flags, words) => {
  expect(() => samOptions(flags)).toThrow(words)
  expect(() => samOptions(flags)).toThrow(expect.objectContaining({ name: 'CannotStart' }))
})
