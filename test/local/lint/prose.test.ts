import { describe, expect, it } from 'vitest'
import { proseFindings } from '#local/lint/prose.ts'
import { comparedWithAllowed } from '#local/lint/prose-allowed.ts'

const linesOf = (path: string, text: string): readonly number[] => proseFindings(path, text).map(({ line }) => line)

describe('the check of prose', () => {
  it('refuses a comment that hides its subject', () => {
    for (const text of [
      '/** What the order is called there. */',
      '/**\n * Of this order there are two.\n */',
      'const a = 1\n// Those that the queue has taken.',
      '/** The orders, and what waits for them. */',
      '/** Null where there is no order. */',
      '/** Price that the exchange has told us. */',
      '/** The row stands in the table of orders. */',
    ])
      expect(proseFindings('shared/domain/order.ts', text), text).not.toEqual([])
  })

  it('accepts a question, a plain sentence, a tag, code, and a comment of three words', () => {
    for (const text of [
      '/** Returns the price of an order. Null if the order has none. */',
      '// What is a market order?',
      '/** @throws What it throws is not checked. */',
      "const text = 'What it is told goes on by itself'",
      '/** What it is */',
    ])
      expect(proseFindings('shared/domain/order.ts', text), text).toEqual([])
  })

  it('refuses a sentence of more than 25 words', () => {
    const words = (count: number) => `/** ${Array.from({ length: count }, () => 'word').join(' ')}. */`
    expect(linesOf('a.ts', words(25))).toEqual([])
    expect(linesOf('a.ts', words(26))).toEqual([1])
  })

  it('reads a comment of several lines as one text, and names the line at which it begins', () => {
    expect(linesOf('a.ts', '\n/**\n * Returns the order,\n * or what was\n * placed before.\n */')).toEqual([3])
  })

  it('reads paragraphs, lists, headings and long cells of a document, and no code', () => {
    const document = [
      '# What it is',
      '## What the service does with it',
      '',
      '- It tells nothing, as `what waits` shows.',
      '| a | which of them that a user has told |',
      '```sh',
      'echo What it tells, it tells by itself',
      '```',
    ].join('\n')
    expect([...new Set(linesOf('docs/a.md', document))]).toEqual([2, 4, 5])
  })

  it('allows a file as many findings as the list says, and lowers the list to the present count', () => {
    const found = new Map([
      ['one.ts', proseFindings('one.ts', '/** What it was called there. */')],
      ['two.ts', proseFindings('two.ts', '/** Returns the order of a user. */')],
    ])
    expect(comparedWithAllowed(found, { 'one.ts': 2, 'two.ts': 1, 'gone.ts': 3 })).toEqual({
      excess: [],
      lowered: { 'one.ts': found.get('one.ts')?.length },
    })
  })

  it('names file, line and advice for each finding above the list, and never adds to the list', () => {
    const found = new Map([['one.ts', proseFindings('one.ts', '\n/** Those of the user. */')]])
    const { excess, lowered } = comparedWithAllowed(found, {})
    expect(excess[0]).toMatch(/^one\.ts:2: "Those of the user\.": begin with a verb/)
    expect(lowered).toEqual({})
  })
})
