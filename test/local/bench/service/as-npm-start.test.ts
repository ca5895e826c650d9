import { expect, it } from 'vitest'
import { asNpmStart } from '#local/bench/service/as-npm-start.ts'

it('the bench runs Node with the flags and variables of `npm start`', () => {
  const { flags, environment } = asNpmStart()
  expect(flags.every((flag) => /^--[a-z-]+=\d+$/.test(flag))).toBe(true)
  expect(flags).toContainEqual(expect.stringMatching(/^--max-semi-space-size=/))
  expect(environment).toEqual({ MALLOC_ARENA_MAX: expect.stringMatching(/^\d+$/) })
})
