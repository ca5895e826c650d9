/** The schemas that have a name of their own in the OpenAPI document. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { apiKeyRecord, createApiKeyBody, createdApiKeyRecord } from '../accounts/api-key-record.ts'
import { credentialsBody, credentialsRecord, paperCredentials } from '../accounts/credentials-record.ts'
import { quotaRecord } from '../accounts/quota-record.ts'
import { changeSubaccountBody, createSubaccountBody, subaccountRecord } from '../accounts/subaccount-record.ts'
import {
  changeCustomAssetBody,
  createCustomAssetBody,
  customAssetDetailRecord,
  customAssetRecord,
  membersBody,
} from '../baskets/custom-asset-record.ts'
import { cancelAllComplexOrdersBody, createComplexOrderBody } from '../contingent/complex-order-body.ts'
import { complexOrderIds } from '../contingent/complex-order-ids.ts'
import { complexOrderCancelReply, complexOrderRecord } from '../contingent/complex-order-record.ts'
import { conditionalOrderParams } from '../contingent/conditional-order-params.ts'
import { alertBody, changeHookBody, createdHookRecord, createHookBody, hookRecord } from '../hooks/hook-record.ts'
import { complexOrderCancelResult, orderCancelResult } from '../kernel/cancel-result.ts'
import type { Components } from '../kernel/json-schema.ts'
import { gatewayRefusal, problemBody } from '../kernel/problem-body.ts'
import { eventRecord, eventWithMarketsRecord, listedEventRecord, topMarketRecord } from '../markets/event-record.ts'
import { feesRecord } from '../markets/fees-record.ts'
import { lateShareRecord } from '../markets/late-share-record.ts'
import { marketRecord } from '../markets/market-record.ts'
import { orderbookRecord } from '../markets/orderbook-record.ts'
import { priceFeedRecord } from '../markets/price-feed-record.ts'
import { priceSeriesRecord } from '../markets/price-series-record.ts'
import { quoteRecord } from '../markets/quote-record.ts'
import { tradeRecord } from '../markets/trade-record.ts'
import { watchlistsBody, watchlistsRecord } from '../markets/watchlists-record.ts'
import { createOrderBody } from '../orders/create-order-body.ts'
import { acceptedOrder, orderBatchResult, refusedOrder } from '../orders/order-batch.ts'
import { orderRecord, orderWithFillsRecord } from '../orders/order-record.ts'
import { balanceRecord } from '../portfolio/balance-record.ts'
import { closePositionsBody, closingOrders } from '../portfolio/close-positions-body.ts'
import { fillRecord } from '../portfolio/fill-record.ts'
import { equityPointRecord } from '../portfolio/portfolio-history-record.ts'
import { placedPositionRecord, positionRecord } from '../portfolio/position-record.ts'
import { deadMansSwitchBody, deadMansSwitchRecord } from '../risk/dead-mans-switch-record.ts'
import { flattenBody, flattenRecord } from '../risk/flatten-record.ts'
import { limitsRecord, setLimitsBody } from '../risk/limits-record.ts'
import { changeCursor, changeRecord, changeRecords } from '../streams/change-record.ts'
import { clientMessage, clientMessageRecords } from '../streams/client-message.ts'
import {
  serverMessage,
  serverMessageRecords,
  streamChangeRecords,
  streamEventFacts,
} from '../streams/server-message-records.ts'
import { twapOrderParams } from '../twap/twap-order-params.ts'
import { httpValidationError, placePart, validationError } from '../validation/validation-error.ts'
import { deliveryRecord } from '../webhooks/delivery-record.ts'
import { eventFacts, webhookEventRecord, webhookEventRecords } from '../webhooks/event-records.ts'
import { fillWithOrderRecord } from '../webhooks/fill-with-order-record.ts'
import { subaccountHaltRecord } from '../webhooks/subaccount-halt-record.ts'
import {
  changeWebhookBody,
  createdWebhookRecord,
  createWebhookBody,
  webhookRecord,
} from '../webhooks/webhook-record.ts'

/** `CredentialsOfExchangeA` and so on. */
const CREDENTIALS_BODIES: Components = Object.fromEntries(
  EXCHANGE_NAMES.map((name) => [`CredentialsOfExchange${name.replace('EXCHANGE_', '')}`, credentialsBody.of[name]]),
)

/** Bodies and replies that are not here are named after their operation: `ListOrdersReply`. */
export const COMPONENTS: Components = {
  PaperCredentials: paperCredentials,
  Order: orderRecord,
  OrderWithFills: orderWithFillsRecord,
  CreateOrder: createOrderBody,
  PlaceOrderReply: acceptedOrder,
  RefusedOrder: refusedOrder,
  OrderBatchResult: orderBatchResult,
  OrderCancelResult: orderCancelResult,
  Fill: fillRecord,
  FillWithOrder: fillWithOrderRecord,
  ComplexOrder: complexOrderRecord,
  ComplexOrderIds: complexOrderIds,
  CreateComplexOrder: createComplexOrderBody,
  CancelAllComplexOrders: cancelAllComplexOrdersBody,
  ComplexOrderCancelResult: complexOrderCancelResult,
  ComplexOrderCancelReply: complexOrderCancelReply,
  ConditionalOrderParams: conditionalOrderParams,
  TwapOrderParams: twapOrderParams,
  CustomAsset: customAssetRecord,
  CustomAssetWithMembers: customAssetDetailRecord,
  CreateCustomAsset: createCustomAssetBody,
  ChangeCustomAsset: changeCustomAssetBody,
  CustomAssetMembers: membersBody,
  Market: marketRecord,
  Orderbook: orderbookRecord,
  PriceSeries: priceSeriesRecord,
  Event: eventRecord,
  EventWithMarkets: eventWithMarketsRecord,
  ListedEvent: listedEventRecord,
  TopMarket: topMarketRecord,
  Quote: quoteRecord,
  Trade: tradeRecord,
  Fees: feesRecord,
  Watchlists: watchlistsRecord,
  SetWatchlists: watchlistsBody,
  PriceFeed: priceFeedRecord,
  LateShare: lateShareRecord,
  Quota: quotaRecord,
  Position: positionRecord,
  PositionWithSubaccount: placedPositionRecord,
  Balance: balanceRecord,
  EquityPoint: equityPointRecord,
  Subaccount: subaccountRecord,
  CreateSubaccount: createSubaccountBody,
  ChangeSubaccount: changeSubaccountBody,
  ClosePositions: closePositionsBody,
  ClosingOrders: closingOrders,
  Flatten: flattenBody,
  Flattened: flattenRecord,
  DeadMansSwitch: deadMansSwitchRecord,
  SetDeadMansSwitch: deadMansSwitchBody,
  Limits: limitsRecord,
  SetLimits: setLimitsBody,
  SubaccountHalt: subaccountHaltRecord,
  Credentials: credentialsRecord,
  ...CREDENTIALS_BODIES,
  Webhook: webhookRecord,
  CreateWebhook: createWebhookBody,
  CreatedWebhook: createdWebhookRecord,
  ChangeWebhook: changeWebhookBody,
  WebhookDelivery: deliveryRecord,
  Hook: hookRecord,
  CreateHook: createHookBody,
  CreatedHook: createdHookRecord,
  ChangeHook: changeHookBody,
  Alert: alertBody,
  EventFacts: eventFacts,
  ...webhookEventRecords,
  WebhookEvent: webhookEventRecord,
  ChangeCursor: changeCursor,
  ...changeRecords,
  Change: changeRecord,
  ...clientMessageRecords,
  StreamClientMessage: clientMessage,
  StreamEventFacts: streamEventFacts,
  ...streamChangeRecords,
  ...serverMessageRecords,
  StreamServerMessage: serverMessage,
  ApiKey: apiKeyRecord,
  CreateApiKey: createApiKeyBody,
  CreatedApiKey: createdApiKeyRecord,
  Problem: problemBody,
  HTTPValidationError: httpValidationError,
  ValidationItem: validationError,
  ValidationPlacePart: placePart,
  GatewayRefusal: gatewayRefusal,
}
