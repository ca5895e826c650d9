import type { Fill } from '#domain/orders/fill.ts'
import type { FillReport } from '#ports/exchange-reports.ts'

type Owner = Pick<Fill, 'subaccountId' | 'exchange' | 'svcId'>

/** Converts an exchange trade to a stored fill. `orderId` is null for trades made elsewhere. */
export const toFill = <OrderId extends string | null>(
  owner: Owner & { readonly orderId: OrderId },
  told: FillReport,
) => ({
  fillId: told.fillId,
  orderId: owner.orderId,
  subaccountId: owner.subaccountId,
  svcId: owner.svcId,
  exchange: owner.exchange,
  exchangeOrderId: told.exchangeOrderId,
  exchangeTradeId: told.tradeId,
  exchangeAt: told.at,
  price: told.price,
  qty: told.qty,
  fee: told.fee,
  buyFlag: told.buyFlag,
  isMaker: told.isMaker,
  status: told.status,
})
