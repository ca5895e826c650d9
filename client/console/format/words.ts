/** Words of the interface as people read them. */

/** `PARTIALLY_FILLED` becomes `Partially filled`. */
export const words = (code: string): string => {
  const text = code.toLowerCase().replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `1 order`, `2 orders`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
