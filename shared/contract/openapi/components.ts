/** The schemas that stand under their own name in the OpenAPI document; everything else points to them. */

import { apiKeyRecord, createApiKeyBody, createdApiKeyRecord } from '../api-key-record.ts'
import { balanceRecord } from '../balance-record.ts'
import { cancelAllComplexOrdersBody, createComplexOrderBody } from '../complex-order-body.ts'
import {
  complexOrderCancelReply,
  complexOrderCancelResult,
  complexOrderIds,
  complexOrderRecord,
} from '../complex-order-record.ts'
import { conditionalOrderParams } from '../conditional-order-params.ts'
import { createOrderBody } from '../create-order-body.ts'
import { credentialsBody, credentialsRecord } from '../credentials-record.ts'
import {
  changeCustomAssetBody,
  createCustomAssetBody,
  customAssetDetailRecord,
  customAssetRecord,
  membersBody,
} from '../custom-asset-record.ts'
import { fillRecord } from '../fill-record.ts'
import type { Components } from '../json-schema.ts'
import { limitsRecord, setLimitsBody } from '../limits-record.ts'
import { marketRecord } from '../market-record.ts'
import { orderCancelResult } from '../order-cancel-result.ts'
import { orderRecord, orderWithFillsRecord } from '../order-record.ts'
import { orderbookRecord } from '../orderbook-record.ts'
import { positionRecord } from '../position-record.ts'
import { priceFeedRecord } from '../price-feed-record.ts'
import { priceSeriesRecord } from '../price-series-record.ts'
import { problemBody } from '../problem-body.ts'
import { changeSubaccountBody, createSubaccountBody, subaccountRecord } from '../subaccount-record.ts'
import { twapOrderParams } from '../twap-order-params.ts'
import { httpValidationError, validationError } from '../validation/validation-error.ts'
import { deliveryRecord } from '../webhook-delivery-record.ts'
import { webhookEventRecords } from '../webhook-event-records.ts'
import { changeWebhookBody, createdWebhookRecord, createWebhookBody, webhookRecord } from '../webhook-record.ts'

/** Bodies and replies that are not here are named after their operation: `ListOrdersReply`. */
export const COMPONENTS: Components = {
  Order: orderRecord,
  OrderWithFills: orderWithFillsRecord,
  CreateOrder: createOrderBody,
  OrderCancelResult: orderCancelResult,
  Fill: fillRecord,
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
  PriceFeed: priceFeedRecord,
  Position: positionRecord,
  Balance: balanceRecord,
  Subaccount: subaccountRecord,
  CreateSubaccount: createSubaccountBody,
  ChangeSubaccount: changeSubaccountBody,
  Limits: limitsRecord,
  SetLimits: setLimitsBody,
  Credentials: credentialsRecord,
  CredentialsOfExchangeA: credentialsBody.of.EXCHANGE_A,
  CredentialsOfExchangeB: credentialsBody.of.EXCHANGE_B,
  Webhook: webhookRecord,
  CreateWebhook: createWebhookBody,
  CreatedWebhook: createdWebhookRecord,
  ChangeWebhook: changeWebhookBody,
  WebhookDelivery: deliveryRecord,
  ...webhookEventRecords,
  ApiKey: apiKeyRecord,
  CreateApiKey: createApiKeyBody,
  CreatedApiKey: createdApiKeyRecord,
  Problem: problemBody,
  HTTPValidationError: httpValidationError,
  ValidationError: validationError,
}
