/** The key ring of a user: the API keys that work, and which key created which. */

export interface KeyRing {
  readonly userId: string
  readonly keys: ReadonlyArray<{ readonly keyId: string; readonly madeBy: string | null }>
  /** 0 until it is stored for the first time. */
  readonly version: number
}

/**
 * Returns a key and all keys created with it, directly or indirectly, each after its creator. Empty if the key is not
 * on the ring.
 */
export const withDescendants = ({ keys }: KeyRing, keyId: string): readonly string[] => {
  if (!keys.some((key) => key.keyId === keyId)) return []
  const found = [keyId]
  // The list grows while it is walked.
  for (const maker of found)
    for (const key of keys) if (key.madeBy === maker && !found.includes(key.keyId)) found.push(key.keyId)
  return found
}

/**
 * Returns the ring on which a key counts as the creator of all its descendants. Remaining keys are then still found
 * once their own creators are gone.
 */
export const gatheredUnder = (ring: KeyRing, keyId: string): KeyRing => {
  const descendants = new Set(withDescendants(ring, keyId).slice(1))
  return { ...ring, keys: ring.keys.map((key) => (descendants.has(key.keyId) ? { ...key, madeBy: keyId } : key)) }
}

/**
 * True if one key may revoke another of the same user. A key that the operator created may revoke all. A key that a key
 * created may revoke itself and its own: who steals it cannot lock out its owner.
 */
export const mayRevoke = (ring: KeyRing, by: string, keyId: string): boolean => {
  const caller = ring.keys.find((key) => key.keyId === by)
  return caller !== undefined && (caller.madeBy === null || withDescendants(ring, by).includes(keyId))
}
