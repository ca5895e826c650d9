/** A choice of a page that is stored in its address, so that a reload and the button Back keep it. */

import { choose, chosen } from './route.ts'

/** `first` is chosen if the address has none of the options, and is not written there. */
export const useChoice = <Value extends string>(
  name: string,
  first: Value,
  options: readonly (readonly [Value, string])[],
): readonly [Value, (value: Value) => void] => [
  options.find(([value]) => value === chosen(name))?.[0] ?? first,
  (value) => choose(name, value === first ? '' : value),
]
