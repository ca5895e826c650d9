/** Lists of Kalshi, page by page (Kalshi reference, section 1). */

import { unreadable } from './wire-values.ts'

interface Page<Row> {
  readonly rows: readonly Row[]
  /** Empty on the last page. */
  readonly cursor?: string | null | undefined
}

/**
 * Reads the rows of all pages, or up to the first page that is enough. The exchange answers an invalid cursor with some
 * page and no error, so a list could be endless. A cursor that comes twice throws `ExchangeUnavailable`.
 */
export const allPages = async <Row>(
  path: string,
  read: (cursor: string | undefined) => Promise<Page<Row>>,
  isEnough: (rows: readonly Row[]) => boolean = () => false,
): Promise<readonly Row[]> => {
  let page = await read(undefined)
  const found = [...page.rows]
  const seen = new Set<string>()
  while (page.cursor && !isEnough(page.rows)) {
    if (seen.has(page.cursor)) throw unreadable(`a list at ${path} that does not end`)
    seen.add(page.cursor)
    page = await read(page.cursor)
    for (const row of page.rows) found.push(row)
  }
  return found
}
