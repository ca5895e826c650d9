/** The words of an expression. */

import { invalid } from '../refusal.ts'

export interface Token {
  readonly kind: 'name' | 'placeholder' | 'value' | 'index' | 'sign' | 'end'
  readonly text: string
}

/**
 * Throws DynamoDB's error for text that is no word of an expression; `kind` is the expression's name in the request.
 */
export const tokensOf = (expression: string, kind: string): readonly Token[] => {
  const tokens: Token[] = []
  WORDS.lastIndex = 0
  let end = 0
  for (let found = WORDS.exec(expression); found !== null && found[0] !== ''; found = WORDS.exec(expression)) {
    end = WORDS.lastIndex
    for (const group of GROUPS) {
      const text = found.groups?.[group]
      if (text !== undefined) tokens.push({ kind: group, text })
    }
  }
  if (end < expression.length) {
    const [token = ''] = expression.slice(end).trim()
    throw invalid(
      `Invalid ${kind}: Syntax error; token: "${token}", near: "${expression.slice(Math.max(0, end - 8), end + 9).trim()}"`,
    )
  }
  return tokens
}

const GROUPS = ['name', 'placeholder', 'value', 'index', 'sign'] as const

const WORDS =
  /\s*(?:(?<name>[A-Za-z_]\w*)|(?<placeholder>#\w+)|(?<value>:\w+)|(?<index>\d+)|(?<sign><>|<=|>=|[=<>(),.[\]]))\s*/gy
