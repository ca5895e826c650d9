/** Walks through all pages of a list. */

import { dataOf } from './trading-error.ts'

interface Answer<Page> {
  readonly data?: Page
  readonly error?: unknown
  readonly response: Response
}

/**
 * Each page of a list that has `has_more`. `ask` gets the offset of a page; `count` says how many items it has. Throws a `TradingError` for
 * a refusal.
 */
export async function* pages<Page extends { readonly has_more: boolean }>(
  ask: (offset: number) => Promise<Answer<Page>>,
  count: (page: Page) => number,
): AsyncGenerator<Page, void, undefined> {
  for (let offset = 0; ; ) {
    const page = dataOf(await ask(offset))
    yield page
    const items = count(page)
    if (!page.has_more || items === 0) return
    offset += items
  }
}
