import type { Fill } from '#domain/orders/fills/fill.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'

type Owner = Pick<Fill, 'subaccountId' | 'exchange' | 'svcId'>

/** Converts an exchange trade to a stored fill. `orderId` is null for trades made elsewhere. */
export const toFill = <OrderId extends string | null>(
  owner: Owner & { readonly orderId: OrderId },
  report: FillReport,
) => ({
  fillId: report.fillId,
  orderId: owner.orderId,
  subaccountId: owner.subaccountId,
  svcId: owner.svcId,
  exchange: owner.exchange,
  exchangeOrderId: report.exchangeOrderId,
  exchangeTradeId: report.tradeId,
  exchangeAt: report.at,
  price: report.price,
  qty: report.qty,
  fee: report.fee,
  buyFlag: report.buyFlag,
  isMaker: report.isMaker,
  status: report.status,
})
