/** Words of the interface as people read them. */

/** `PARTIALLY_FILLED` becomes `Partially filled`. */
export const words = (code: string): string => capital(code.toLowerCase().replaceAll('_', ' '))

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `1 order`, `2 orders`, `3 stops or TWAPs`. */
export const count = (number: number, noun: string): string =>
  `${number} ${number === 1 ? noun : `${noun.replaceAll(' or ', 's or ')}s`}`
