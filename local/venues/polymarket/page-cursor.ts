/** Pages of a hundred: a cursor is the base64 of a place, `MA==` the first and `LTE=` the end (section 4.2). */

const PAGE = 100
const END = 'LTE='

export const pageOf = <Item>(items: readonly Item[], cursor: string | null) => {
  const start = placeOf(cursor)
  const data = start < 0 ? [] : items.slice(start, start + PAGE)
  const isLast = start < 0 || start + PAGE >= items.length
  return {
    limit: PAGE,
    count: data.length,
    next_cursor: isLast ? END : Buffer.from(String(start + PAGE)).toString('base64'),
    data,
  }
}

const placeOf = (cursor: string | null): number => {
  const text = cursor === null || cursor === '' ? '0' : Buffer.from(cursor, 'base64').toString('utf8')
  return /^-?\d{1,9}$/.test(text) ? Number(text) : 0
}
