/** Names of ignored fields as a header value: client text never reaches a header line unescaped. */
export const ignoredFieldsHeader = (names: readonly string[]): string => {
  const shown: string[] = []
  let length = 0
  for (const name of names) {
    const text = escaped(name)
    length += text.length + 2
    if (length > MAX_LENGTH) return [...shown, `and ${names.length - shown.length} more`].join(', ')
    shown.push(text)
  }
  return shown.join(', ')
}

/** Headers have little room: API Gateway allows 10 KB for all of them. */
const MAX_LENGTH = 1_000

/** Printable ASCII except space, comma and `%` stays readable; the rest is percent-encoded UTF-8. */
const escaped = (name: string): string =>
  name.toWellFormed().replace(/[^!-~]|[,%]/gu, (character) => {
    return [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  })
