/** The part of an item that a request wants to see. */

import type { Item, Value } from '../item-size.ts'
import { invalid } from '../refusal.ts'
import { picked } from '../table-schema.ts'
import type { Bindings } from './bindings.ts'
import { parseProjection } from './parse.ts'
import type { Path } from './syntax.ts'

/** Null where the whole item is wanted. */
export const projectionOf = (expression: string | undefined, bindings: Bindings): ((item: Item) => Item) | null => {
  if (expression === undefined) return null
  const paths = parseProjection(expression).map((path) => bindings.path(path, 'ProjectionExpression'))
  refuseOverlaps(paths)
  const names = paths.flatMap(([name]) => (typeof name === 'string' ? [name] : []))
  if (paths.every((path) => path.length === 1)) return (item) => picked(item, names)
  return (item) => {
    const found: Record<string, Value> = {}
    for (const [name = '', ...rest] of paths) {
      const part = partOf(item[name], rest, found[name])
      if (part !== undefined) found[name] = part
    }
    return found
  }
}

/** The value at the path, merged with the result so far; undefined if the item has no value there. */
const partOf = (value: Value | undefined, [part, ...rest]: Path, before: Value | undefined): Value | undefined => {
  if (value === undefined || part === undefined) return value ?? before
  if (typeof part === 'number') {
    const inner = partOf(value.L?.[part], rest, undefined)
    return inner === undefined ? before : { L: [...(before?.L ?? []), inner] }
  }
  const inner = partOf(value.M?.[part], rest, before?.M?.[part])
  return inner === undefined ? before : { M: { ...before?.M, [part]: inner } }
}

const refuseOverlaps = (paths: readonly Path[]): void => {
  for (const [n, one] of paths.entries())
    for (const other of paths.slice(n + 1))
      if (one.every((part, i) => other[i] === part || i >= other.length))
        throw invalid(
          `Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ${shown(one)}, path two: ${shown(other)}`,
        )
}

const shown = (path: Path): string =>
  `[${path.map((part) => (typeof part === 'number' ? `[${part}]` : part)).join(', ')}]`
