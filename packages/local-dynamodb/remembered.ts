/** Keeps what takes a while to make and is always the same, such as the signer of a signature or a parsed text. */

/** Returns the value made for this key before, or makes it now. Forgets all values after `most` keys. */
export const remembered = <Made>(most: number): ((key: string, make: () => Made) => Made) => {
  const known = new Map<string, Made>()
  return (key, make) => {
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= most) known.clear()
    const made = make()
    known.set(key, made)
    return made
  }
}
