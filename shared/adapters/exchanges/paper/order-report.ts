/** Paper orders and fills as the reports of an exchange. */

import { qty } from '#domain/kernel/numbers.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import type { PaperFill, PaperPosition } from '#domain/paper/paper-account.ts'
import type { PaperOrder } from '#domain/paper/paper-order.ts'
import type { FillReport, PositionReport } from '#ports/exchanges/exchange-reports.ts'

export const toOrderReport = ({ paperId, identity, state, filledQty, cost, fees }: PaperOrder): OrderReport => ({
  exchangeOrderId: paperId,
  identity,
  state,
  filledQty,
  ...(filledQty === 0 ? {} : { traded: { cost, fees } }),
})

/** Every paper fill is final at once. */
export const toFillReport = ({ paperId, ...fill }: PaperFill): FillReport => ({
  ...fill,
  exchangeOrderId: paperId,
  status: 'FINAL',
})

export const toPositionReport = ({ nativeId, net, cost, realized }: PaperPosition): PositionReport => ({
  nativeId,
  position: net,
  cost,
  realized,
  pairs: qty(0),
})
