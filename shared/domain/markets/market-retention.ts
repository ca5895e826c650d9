/**
 * Time for which closed markets are kept. Markets that an order, fill, position, stop or custom asset names are kept
 * for ever.
 */

import { DAY } from '../kernel/time.ts'

/** How long a closed market can be found that nothing names. */
export const SEARCHABLE_FOR = 3 * DAY
