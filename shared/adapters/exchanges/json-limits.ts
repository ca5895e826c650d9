/** Bounds on the shape of what an exchange answers, held before anything is made of the text. */

/** Nothing that an exchange documents is deeper than ten levels. */
const MOST_LEVELS = 64
/** The longest documented page has 1,000 items, and a price history some ten thousand. */
const MOST_ITEMS = 100_000

/** Which bound the JSON text breaks, in words; null if it breaks none, or is no object or list. */
export const brokenLimit = (text: string): string | null => {
  if (!/^\s*[{[]/.test(text)) return null
  /** Commas in each open object or list. */
  const commas: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case BRACE:
      case BRACKET:
        if (commas.push(0) > MOST_LEVELS) return `an answer nested deeper than ${MOST_LEVELS} levels`
        break
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        commas.pop()
        break
      case COMMA: {
        const count = (commas.pop() ?? 0) + 1
        if (count >= MOST_ITEMS) return `an answer with a list of more than ${MOST_ITEMS} items`
        commas.push(count)
        break
      }
      default:
    }
  }
  return null
}

const [QUOTE, BRACE, BRACKET, CLOSING_BRACE, CLOSING_BRACKET, COMMA, BACKSLASH] = [34, 123, 91, 125, 93, 44, 92]

/** Where the closing quote is; the end of the text if there is none. */
const endOfString = (text: string, begin: number): number => {
  for (let at = text.indexOf('"', begin + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return text.length
}
