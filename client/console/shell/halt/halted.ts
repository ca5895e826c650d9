/** Reads whether the chosen subaccount is halted, for every page. */

import { signal } from '@preact/signals'

export const isHalted = signal(false)
