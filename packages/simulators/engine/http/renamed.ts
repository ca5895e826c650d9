/** An answer in other words: an exchange that has changed names of fields or values. */

export interface WordChanges {
  /** New names by old ones, at any depth. */
  readonly fields: Readonly<Record<string, string>>
  /** New values of a field by old ones. `*` matches each text without a line of its own. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The body with these changes. */
export const renamed = (body: unknown, changes: WordChanges): unknown => {
  if (Array.isArray(body)) return body.map((item) => renamed(item, changes))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [changes.fields[name] ?? name, changedValue(name, value, changes)]),
  )
}

const changedValue = (name: string, value: unknown, changes: WordChanges): unknown => {
  const words = changes.values[name]
  return typeof value === 'string' && words !== undefined
    ? (words[value] ?? words['*'] ?? value)
    : renamed(value, changes)
}
