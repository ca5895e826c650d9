/** Cursor paging: an opaque text that names the last item given; garbage starts over (Kalshi reference, section 1). */

export interface Page<Item> {
  readonly items: Item[]
  /** Empty on the last page. */
  readonly cursor: string
}

/** The page after `cursor` of items that are already in their order; `keyOf` is unique and stable. */
export const pageOf = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  limit: number,
  cursor: string | undefined,
): Page<Item> => {
  const start = cursor === undefined ? 0 : items.findIndex((item) => keyOf(item) === decode(cursor)) + 1
  const page = items.slice(start, start + limit)
  const last = page.at(-1)
  const isLast = last === undefined || start + limit >= items.length
  return { items: page, cursor: isLast ? '' : encode(keyOf(last)) }
}

const encode = (key: string): string => Buffer.from(key).toString('base64url')

const decode = (cursor: string): string => Buffer.from(cursor, 'base64url').toString('utf8')
