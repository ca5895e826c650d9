/** A fault of one value, in Pydantic's words, and its form inside a valibot issue. */

import type * as v from 'valibot'

export interface Fault {
  /** Pydantic's error type, such as `int_parsing`. */
  readonly type: string
  readonly msg: string
  readonly ctx?: Readonly<Record<string, unknown>>
}

export interface FaultIssue extends v.BaseIssue<unknown> {
  readonly kind: 'schema'
  readonly fault: Fault
}

/** The failed outcome of a schema run, for the given fault. */
export const refuse = (
  dataset: v.UnknownDataset,
  fault: Fault,
  config: v.Config<v.BaseIssue<unknown>>,
): v.FailureDataset<FaultIssue> => ({
  typed: false,
  value: dataset.value,
  issues: [
    {
      ...config,
      kind: 'schema',
      type: fault.type,
      input: dataset.value,
      expected: null,
      received: typeof dataset.value,
      message: fault.msg,
      fault,
    },
  ],
})

/** True if one of our schemas raised the issue, not valibot itself. */
export const isFaultIssue = (issue: v.BaseIssue<unknown>): issue is FaultIssue => 'fault' in issue
