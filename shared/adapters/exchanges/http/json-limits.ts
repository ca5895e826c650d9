/** Bounds on the shape of an exchange's answer, checked before the text is parsed. */

/** Documented answers of the exchanges have ten levels at most. */
const MOST_LEVELS = 64
/** The longest documented page has 1,000 items, and a price history some ten thousand. */
const MOST_ITEMS = 100_000

/** Returns the bound that the JSON text breaks, in words; null if it breaks none, or is no object or list. */
export const brokenLimit = (text: string): string | null => {
  if (!/^\s*[{[]/.test(text)) return null
  /** Least number of items in each open object or list. */
  const items: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    const broken = brokenBy(character, items)
    if (broken !== null) return broken
  }
  return null
}

/** Adds a character outside strings to the open objects and lists, and returns the bound that it breaks. */
const brokenBy = (character: string | undefined, items: number[]): string | null => {
  switch (character) {
    case '{':
    case '[':
      return items.push(1) > MOST_LEVELS ? `an answer nested deeper than ${MOST_LEVELS} levels` : null
    case '}':
    case ']':
      items.pop()
      return null
    case ',': {
      const count = (items.pop() ?? 0) + 1
      items.push(count)
      return count > MOST_ITEMS ? `an answer with a list of more than ${MOST_ITEMS} items` : null
    }
    default:
      return null
  }
}

/** Returns the place of the closing quote, or the end of the text if there is none. */
const endOfString = (text: string, begin: number): number => {
  let end = begin
  do end = text.indexOf('"', end + 1)
  while (end > 0 && isEscaped(text, end))
  return end < 0 ? text.length : end
}

/** Returns true after an odd number of backslashes. */
const isEscaped = (text: string, at: number): boolean => {
  let first = at
  while (text[first - 1] === '\\') first -= 1
  return (at - first) % 2 === 1
}
