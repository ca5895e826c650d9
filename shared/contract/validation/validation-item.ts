/** One entry of a 422 reply's `detail`, its keys in FastAPI's order. */

import type * as v from 'valibot'
import { isFaultIssue } from './fault.ts'

export type Loc = ReadonlyArray<string | number>

export interface ValidationItem {
  readonly type: string
  readonly loc: Loc
  readonly msg: string
  /** The offending value as it was sent. */
  readonly input: unknown
  readonly ctx?: Readonly<Record<string, unknown>>
}

/** The item for an issue of a schema that read the part of the request at `root`. */
export const validationItem = (root: Loc, issue: v.BaseIssue<unknown>): ValidationItem => {
  const path = issue.path ?? []
  const loc = [...root, ...path.map(keyOf)]
  const last = path.at(-1)
  if (isFaultIssue(issue)) {
    const { type, msg, ctx } = issue.fault
    return { type, loc, msg, input: issue.input, ...(ctx && { ctx }) }
  }
  if (issue.type === 'object' && last?.origin === 'key') return missingItem(loc, last.input)
  // A check that an endpoint put on a field with valibot's own `check`.
  return sentenceItem(loc, issue.message, issue.input)
}

/** A required value that is absent; `input` is the object it is absent from. */
export const missingItem = (loc: Loc, input: unknown): ValidationItem => ({
  type: 'missing',
  loc,
  msg: 'Field required',
  input,
})

/** A rule of ours that is broken, in a sentence. */
export const sentenceItem = (loc: Loc, sentence: string, input: unknown): ValidationItem => ({
  type: 'value_error',
  loc,
  msg: `Value error, ${sentence}`,
  input,
  ctx: { error: {} },
})

/** A body that is not JSON. */
export const jsonItem = (error: string, offset: number): ValidationItem => ({
  type: 'json_invalid',
  loc: ['body', offset],
  msg: 'JSON decode error',
  input: {},
  ctx: { error },
})

const keyOf = ({ key }: v.IssuePathItem): string | number => (typeof key === 'number' ? key : String(key))
