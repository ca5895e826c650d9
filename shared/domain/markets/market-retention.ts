/** How long the service remembers markets that are over. What an order, fill, position, stop or custom asset names stays. */

import { DAY } from '../kernel/time.ts'

/** How long a closed market can be found that nothing names. */
export const SEARCHABLE_FOR = 3 * DAY

/** How long after the close the row of a market stays that nothing names. Only earlier versions stored such rows. */
export const ROW_STAYS_FOR = 30 * DAY
