/** Whether the chosen subaccount is halted, as every page shows it. */

import { signal } from '@preact/signals'

export const isHalted = signal(false)
