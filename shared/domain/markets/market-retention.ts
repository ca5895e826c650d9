/** How long the service remembers markets that are over. What an order, fill, position, stop or custom asset names stays. */

import { DAY } from '../kernel/time.ts'

/** How long a closed market can be found that nothing names. */
export const SEARCHABLE_FOR = 3 * DAY
