/** Dependencies of the endpoints that show and set risk limits. */

import { frame, orders, positions, subaccounts, tradingDays } from '../../runtime.ts'

export const limitsDeps = () => ({
  ...frame(),
  subaccounts: subaccounts(),
  orders: orders(),
  positions: positions(),
  tradingDays: tradingDays(),
})
