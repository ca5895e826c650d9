/** What is known of an order by parts. */

import { NO_SIGHTINGS, type Sightings } from '#domain/orders/fills/sightings.ts'
import type { Order } from '#domain/orders/order.ts'

/** The sightings of its attempt; none before it was sent. */
export const sightingsOf = ({ attempt }: Order): Sightings => attempt?.sightings ?? NO_SIGHTINGS
