/** Bounds on the shape of what an exchange answers, held before anything is made of the text. */

/** Nothing that an exchange documents is deeper than ten levels. */
const MOST_LEVELS = 64
/** The longest documented page has 1,000 items, and a price history some ten thousand. */
const MOST_ITEMS = 100_000

/** Which bound the JSON text breaks, in words; null if it breaks none, or is no object or list. */
export const brokenLimit = (text: string): string | null => {
  if (!/^\s*[{[]/.test(text)) return null
  /** How many items each open object or list has at least. */
  const items: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '{' || character === '[') {
      if (items.push(1) > MOST_LEVELS) return `an answer nested deeper than ${MOST_LEVELS} levels`
    } else if (character === '}' || character === ']') items.pop()
    else if (character === ',' && items.push((items.pop() ?? 0) + 1) && (items.at(-1) ?? 0) > MOST_ITEMS)
      return `an answer with a list of more than ${MOST_ITEMS} items`
  }
  return null
}

/** Where the closing quote is; the end of the text if there is none. */
const endOfString = (text: string, begin: number): number => {
  let end = begin
  do end = text.indexOf('"', end + 1)
  while (end > 0 && isEscaped(text, end))
  return end < 0 ? text.length : end
}

/** Whether an odd number of backslashes stands before it. */
const isEscaped = (text: string, at: number): boolean => {
  let first = at
  while (text[first - 1] === '\\') first -= 1
  return (at - first) % 2 === 1
}
