/** The one item that an abbreviated id means. */

import { CommandFailed } from '../command.ts'
import { matchingIds } from './matching-ids.ts'

/** `noun` names an item in the message. Throws if none or several match. */
export const onlyMatch = <Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  typed: string,
  noun: string,
): Item => {
  const ids = new Set(matchingIds(items.map(idOf), typed))
  const [only, another] = items.filter((item) => ids.has(idOf(item)))
  if (only !== undefined && another === undefined) return only
  const who = only === undefined ? `No ${noun} has` : `Several ${noun}s have`
  throw new CommandFailed(`${who} an id with ${typed} at its beginning or end.`)
}
