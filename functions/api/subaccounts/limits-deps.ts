/** Dependencies of the endpoints that show risk limits. */

import { confirmations, frame, orders, positions, queues, subaccounts, tradingDays } from '../../runtime.ts'

export const limitsDeps = () => ({
  ...frame(),
  subaccounts: subaccounts(),
  orders: orders(),
  confirmations: confirmations(),
  positions: positions(),
  tradingDays: tradingDays(),
})

/** Dependencies of the endpoints that set them, and report a halt. */
export const changeLimitsDeps = () => ({ ...limitsDeps(), queues: queues() })
