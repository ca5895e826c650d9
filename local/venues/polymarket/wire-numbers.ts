/** The venue's texts for money, prices, sizes and instants. */

import { toDecimal } from '#domain/numbers.ts'

/** "5.2": as few decimals as it takes. */
export const decimal = (millionths: number): string => toDecimal(millionths)

export const seconds = (at: number): number => Math.floor(at / 1000)
