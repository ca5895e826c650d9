/** Decimals of exchanges, which may come without a zero before the point, such as `.48` (changes of November 2026, EXCHANGE_B 8). */

import { fromDecimal } from '#domain/kernel/numbers.ts'

/** Returns the number in millionths; null for a text that is no decimal. */
export const wireDecimal = (text: string): number | null => fromDecimal(withZero(text))

/** Returns the text with a zero before its point. */
export const withZero = (text: string): string => text.replace(/^-?(?=\.)/, '$&0')
