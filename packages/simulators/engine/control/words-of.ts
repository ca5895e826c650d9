/** Error in the body of a call of the control API, in words. */

import * as v from 'valibot'

/** `switches`: the allowed names of the body, if it has a fixed set. */
export const wordsOf = (issues: ReadonlyArray<v.BaseIssue<unknown>>, switches: readonly string[] = []): string =>
  issues.map((issue) => sentenceOf(issue, switches)).join(' ')

const sentenceOf = (issue: v.BaseIssue<unknown>, switches: readonly string[]): string => {
  const path = v.getDotPath(issue)
  if (path === null) return 'The body must be a JSON object.'
  if (issue.expected === 'never') return `There is no switch ${path} here. The switches are ${switches.join(', ')}.`
  if (issue.received === 'undefined') return `${path} is missing.`
  return `${path} must be ${requestedBy(issue)}, and is ${KINDS[issue.received] ?? issue.received}.`
}

const requestedBy = ({ type, expected, requirement, message }: v.BaseIssue<unknown>): string => {
  switch (type) {
    case 'picklist':
      return (
        expected
          ?.replace(/^\((.*)\)$/, '$1')
          .replaceAll(' | ', ', ')
          .replace(/, ([^,]*)$/, ' or $1') ?? message
      )
    case 'min_value':
      return `at least ${requirement}`
    case 'max_value':
      return `at most ${requirement}`
    case 'integer':
      return 'a whole number'
    case 'check':
      return message
    default:
      return KINDS[expected ?? ''] ?? message
  }
}

const KINDS: Readonly<Record<string, string>> = {
  Array: 'a list',
  Object: 'an object',
  boolean: 'true or false',
  number: 'a number',
  string: 'a text',
}
