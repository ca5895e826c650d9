/** The time in whole minutes, for spans of minutes and more. */

import { computed } from '@preact/signals'
import { now } from './clock.ts'

const MINUTE_MS = 60_000

/** In Unix milliseconds. */
export const minute = computed(() => Math.floor(now.value / MINUTE_MS) * MINUTE_MS)
