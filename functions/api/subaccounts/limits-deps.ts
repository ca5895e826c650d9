/** Dependencies of the endpoints that show and set risk limits. */

import { confirmations, frame, orders, positions, subaccounts, tradingDays } from '../../runtime.ts'

export const limitsDeps = () => ({
  ...frame(),
  subaccounts: subaccounts(),
  orders: orders(),
  confirmations: confirmations(),
  positions: positions(),
  tradingDays: tradingDays(),
})
