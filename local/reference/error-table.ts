/** Table of docs/guides/errors.md: every code of a refusal. */

import { AGAIN } from './error-advice.ts'
import { markdownTable } from './fill-tables.ts'
import type { ListedError } from './listed-errors.ts'

/** Returns the table of codes. A code has a row for each of its sentences. */
export const errorTable = (errors: readonly ListedError[]): string => markdownTable(HEAD, errors.flatMap(rowsOf))

const HEAD = ['status', 'code', 'when', 'what to do', 'send the same again', 'endpoints']

const rowsOf = ({ code, cases, advice }: ListedError): ReadonlyArray<readonly string[]> =>
  cases.map(({ status, when, where }) => [
    String(status),
    `\`${code}\``,
    when,
    advice.todo,
    AGAIN[advice.again],
    where.join(', '),
  ])
