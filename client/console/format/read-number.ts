/** The one reader of numbers of the console: `1000`, `1,000`, `1 000`, `0.5`. An ambiguous text is refused and never guessed. */

export interface Read {
  /** Null if the field is empty, or cannot be read. */
  readonly value: number | null
  /** The fault of the text, in words; null if there is none. */
  readonly fault: string | null
}

interface Bounds {
  readonly above?: number
  readonly from?: number
  readonly to?: number
  /** Only whole numbers. */
  readonly isWhole?: boolean
  /** May be typed with the number: `$20`, `58¢`, `58c`. */
  readonly unit?: '$' | '¢'
}

export const readNumber = (typed: string, { above, from, to, isWhole = false, unit }: Bounds = {}): Read => {
  const whole = typed.trim()
  if (whole === '') return { value: null, fault: null }
  const text = unit === undefined ? whole : whole.replace(UNITS[unit], '')
  const isGrouped = GROUPED.test(text)
  if (!isGrouped && !PLAIN.test(text)) {
    const [, sign, left, rest] = COMMA.exec(text) ?? []
    return wrong(
      rest === undefined ? `“${whole}” is not a number.` : `Write ${sign}${left || '0'}.${rest} with a point.`,
    )
  }
  const value = Number(isGrouped ? text.replace(/[^\d.-]/g, '') : text)
  if (isWhole && !Number.isInteger(value)) return wrong('Only a whole number.')
  if (above !== undefined && value <= above) return wrong(`It must be above ${inWords(above)}.`)
  if (from !== undefined && value < from) return wrong(`It must be at least ${inWords(from)}.`)
  if (to !== undefined && value > to) return wrong(`It must be at most ${inWords(to)}.`)
  return { value, fault: null }
}

const PLAIN = /^-?(\d+\.?\d*|\.\d+)$/
/** A group of thousands never follows a bare zero: `0,500` is no five hundred. Spaces may be hard or narrow ones of a copied text. */
const GROUPED = /^-?[1-9]\d{0,2}([,\s])\d{3}(\1\d{3})*(\.\d*)?$/
const COMMA = /^(-?)(\d*),(\d+)$/

/** The unit where people write it, beside a digit. */
const UNITS = { $: /^\$ ?(?=[\d.])|(?<=[\d.]) ?\$$/, '¢': /(?<=[\d.]) ?[¢c]$/i }

const wrong = (fault: string): Read => ({ value: null, fault })

const inWords = (bound: number): string => bound.toLocaleString('en-US')
