/** Schemas of the values rows hold, each turned into what the domain calls it. */

import { boolean, number, optional, picklist, pipe, rawTransform, safeInteger, string, transform } from 'valibot'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { exchangeOf, LETTERS } from './keys.ts'
import { longId } from './short-id.ts'

export const id = pipe(string(), transform(longId))
export const whole = pipe(number(), safeInteger())
/** A number that is left out of the row while it is 0. */
export const count = optional(whole, 0)
/** A flag that is left out of the row while it is false. */
export const flag = optional(boolean(), false)
export const priceValue = pipe(whole, transform(price))
export const qtyValue = pipe(whole, transform(qty))
export const moneyValue = pipe(whole, transform(money))
export const exchangeValue = pipe(
  picklist(Object.values(LETTERS)),
  transform((letter) => exchangeOf(letter)),
)

/** A JSON text, as what it says. */
export const json = rawTransform<string, unknown>(({ dataset, addIssue, NEVER }) => {
  try {
    return JSON.parse(dataset.value)
  } catch {
    addIssue({ message: 'not JSON' })
    return NEVER
  }
})

/** Leaves out what is 0 or false, so that rows stay small. */
export const unlessZero = (value: number): number | null => (value === 0 ? null : value)
export const unlessFalse = (value: boolean): boolean | null => (value ? true : null)
