/** The pages with generated tables are as the declarations make them. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '#functions/api/routes.ts'
import { fillTables } from '#local/reference/fill-tables.ts'
import { GENERATED_PAGES } from '#local/reference/generated-pages.ts'

const endpoints = ROUTES.map(({ handler }) => handler.spec)

describe('a page with generated tables', () => {
  it.each(GENERATED_PAGES)('$path has the tables that npm run openapi writes', ({ path, fill }) => {
    const page = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    expect(fill(page, endpoints)).toBe(page)
  })

  const page = 'Before\n\n<!-- generated: one -->\nold\n<!-- end -->\n\nAfter\n'

  it('changes between its markers only', () => {
    const filled = fillTables(page, new Map([['one', 'new']]))
    expect(filled).toBe('Before\n\n<!-- generated: one -->\n\nnew\n\n<!-- end -->\n\nAfter\n')
  })

  it('is refused if a table has no marker, or a marker no table', () => {
    expect(() => fillTables(page, new Map())).toThrow('no generated table one')
    expect(() => fillTables('', new Map([['one', 'new']]))).toThrow('no marker for one')
  })
})
