import { CANCEL_ALL } from '../../accounts/why-cancelled.ts'
import { DEAD_MANS_SWITCH } from '../../risk/dead-mans-switch.ts'
import { FLATTENED } from '../../risk/flattening.ts'

/**
 * True if the user wanted the order to end: by a cancel, a cancel of all, a flattening, or the dead man's switch. Such
 * an order is never replaced automatically.
 */
export const isCancelledByUser = (reason: string | null): boolean =>
  reason === 'user' || reason === CANCEL_ALL || reason === FLATTENED || reason === DEAD_MANS_SWITCH
