/** The time, minute by minute, for what is shown in minutes or longer spans. */

import { computed } from '@preact/signals'
import { now } from './clock.ts'

const MINUTE_MS = 60_000

/** In Unix milliseconds. */
export const minute = computed(() => Math.floor(now.value / MINUTE_MS) * MINUTE_MS)
