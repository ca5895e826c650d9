/** How the exchange writes prices, sizes and instants of market data. */

import { toDecimal } from '../../engine/millionths.ts'

const ONE = 1_000_000

/** Millionths as a JSON number: 515,000 is 0.515. */
export const numeric = (millionths: number): number => millionths / ONE

/** Millionths as the shortest decimal text: 515,000 is "0.515". */
export const decimal = (millionths: number): string => toDecimal(millionths)

export const seconds = (at: number): number => Math.floor(at / 1000)

/** "2026-11-21T10:00:00Z" */
export const secondTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

/** "2026-11-21T10:00:00.250Z" */
export const instant = (at: number): string => new Date(at).toISOString()

/** "2026-11-21 10:00:00+00": some fields are written as the database does (Polymarket reference, section 6.2). */
export const databaseTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}+00`

/** "2026-11-21" */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
