/** The records in a list of an answer. */

/** Returns the objects of the list. */
export const recordsIn = (list: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  Array.isArray(list) ? list : []
