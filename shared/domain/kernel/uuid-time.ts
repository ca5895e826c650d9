import type { Millis } from './time.ts'

/** When a UUID v7 was made, to the millisecond. */
export const uuidTime = (id: string): Millis => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
