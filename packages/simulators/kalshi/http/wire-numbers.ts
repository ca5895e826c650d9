/** The exchange's texts for money, prices, counts and instants. */

import { fromDecimal, toDecimal } from '../../engine/millionths.ts'

/** "0.5200": at least four decimals, up to six. */
export const dollars = (millionths: number): string => toDecimal(millionths, 4)

/** "0.520000": always six decimals. */
export const sixDecimals = (millionths: number): string => toDecimal(millionths, 6)

/** "10.00" contracts. */
export const count = (millionths: number): string => toDecimal(millionths, 2)

/** "2026-06-11T06:29:30.164956Z"; the microseconds come from a running number so that rows of one millisecond differ. */
export const microTime = (at: number, sequence = 0): string =>
  `${new Date(at).toISOString().slice(0, -1)}${String(sequence % 1000).padStart(3, '0')}Z`

/** "2026-06-11T06:29:30Z" */
export const secondTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

export const seconds = (at: number): number => Math.floor(at / 1000)

/** A decimal text with at most `decimals` decimals in millionths, or null. */
export const readDecimal = (text: string, decimals: number): number | null =>
  /^\d{1,9}(\.\d+)?$/.test(text) && (text.split('.')[1]?.length ?? 0) <= decimals ? fromDecimal(text) : null
