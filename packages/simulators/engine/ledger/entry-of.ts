/** Returns the value of a key, after creating it if there is none. */
export const entryOf = <Value>(map: Map<string, Value>, key: string, create: () => Value): Value => {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
