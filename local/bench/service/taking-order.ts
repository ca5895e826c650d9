/** The body of an order that is filled at once, on a market with a book of our own. */

import { type MeasuredService, pickMarket } from './run-service.ts'

export const takingOrder = async (service: MeasuredService) => {
  const { svcId, ticker } = await pickMarket(service)
  await service.control('/control/book', { market: ticker, bids: [], asks: [[0.1, 1_000_000]] })
  const { subaccountId: subaccount_id } = service
  return { subaccount_id, svc_id: svcId, buy_flag: true, qty: 1, price: 0.1, time_in_force: 'IOC' }
}
