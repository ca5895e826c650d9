/** Refusals of a conditional order that comes alone. */

import { type Problem, problem } from '#domain/kernel/problem.ts'

/** The place of the conditional order in the request. */
export const LOC = ['body', 'conditional_order_params'] as const

/** A 422 that points at the conditional order of the request. */
export const refusedConditional = (sentence: string): Problem => problem(422, 'value_error', sentence, { loc: LOC })

/** The 409 for a parent that can no longer fill. */
export const ENDED = problem(
  409,
  'parent_ended',
  'The parent has ended without a fill, so there is nothing to wait for.',
)
