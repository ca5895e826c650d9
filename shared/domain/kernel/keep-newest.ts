/** Bounds what a process remembers. */

/** The entry becomes the newest of the map; of more than `most` the oldest is forgotten. */
export const keepNewest = <Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void => {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
