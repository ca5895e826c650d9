/** Paging of the CLOB: base64 of an offset, `LTE=` (-1) after the last page (Polymarket reference, section 4.2). */

const PER_PAGE = 100
const END = Buffer.from('-1').toString('base64')

/** A page as the exchange wraps it; null for a cursor that says nothing. */
export const clobPage = <Item>(items: readonly Item[], cursor: string | null, write: (item: Item) => unknown) => {
  const start = cursor === null || cursor === '' ? 0 : Number(Buffer.from(cursor, 'base64').toString('utf8'))
  if (!Number.isSafeInteger(start)) return null
  const page = start < 0 ? [] : items.slice(start, start + PER_PAGE)
  const next = start + PER_PAGE
  const isLast = start < 0 || next >= items.length
  return {
    limit: PER_PAGE,
    count: page.length,
    next_cursor: isLast ? END : Buffer.from(String(next)).toString('base64'),
    data: page.map(write),
  }
}
