/** Carries out ten operations with the client that openapi-generator makes for TypeScript: address, key. */

import assert from 'node:assert/strict'
import {
  Configuration,
  ExchangeName,
  MarketsApi,
  OrdersApi,
  PortfolioApi,
  ProblemFromJSON,
  ResponseError,
  StreamsApi,
  SubaccountsApi,
} from './index.js'

const [basePath = '', apiKey = ''] = process.argv.slice(2)
const config = new Configuration({ basePath, apiKey })
const subaccounts = new SubaccountsApi(config)
const orders = new OrdersApi(config)

const [first] = await subaccounts.listSubaccounts()
assert(first)
const { subaccountId } = first
assert.equal((await subaccounts.getSubaccount({ subaccountId })).subaccountId, subaccountId)
const { results: markets } = await new MarketsApi(config).searchMarkets({
  exchangeName: ExchangeName.ExchangeA,
  limit: 1,
})
const [market] = markets
assert(market)
const createOrder = { subaccountId, svcId: market.svcId, qty: 1, buyFlag: true, price: 0.01 }
const { svcOrderId: orderId } = await orders.placeOrder({ createOrder })
const { results } = await orders.placeOrders({
  placeOrdersBody: { orders: [createOrder, { ...createOrder, svcId: 1 }] },
})
const [placed, refused] = results
assert(placed && 'svcOrderId' in placed && placed.svcOrderId)
assert(refused && 'error' in refused && refused.error.status === 404)
assert.equal((await orders.getOrder({ orderId })).svcOrderId, orderId)
assert((await orders.listOrders({ subaccountId })).count >= 2)
assert.deepEqual((await orders.requestCancel({ orderId })).cancelledSvcOrderIds, [orderId])
await new PortfolioApi(config).listPositions()
assert((await new StreamsApi(config).listChanges({ limit: 10 })).cursor)
const failure: unknown = await orders.getOrder({ orderId: subaccountId }).catch((error: unknown) => error)
assert(failure instanceof ResponseError && failure.response.status === 404)
assert.equal(ProblemFromJSON(await failure.response.json()).code, 'not_found')
console.log('10 operations')
