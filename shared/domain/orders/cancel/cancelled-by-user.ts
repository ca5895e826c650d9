import { CANCEL_ALL } from '../../accounts/why-cancelled.ts'
import { DEAD_MANS_SWITCH } from '../../risk/dead-mans-switch.ts'
import { FLATTENED } from '../../risk/flattening.ts'

/**
 * Whether this `cancel_reason` says that the user wanted the order gone: by itself, with all others, by flattening, or by the switch that
 * acts in his absence. Nothing replaces such an order by itself.
 */
export const isCancelledByUser = (reason: string | null): boolean =>
  reason === 'user' || reason === CANCEL_ALL || reason === FLATTENED || reason === DEAD_MANS_SWITCH
