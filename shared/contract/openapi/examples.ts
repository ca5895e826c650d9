/**
 * An example of every request and reply. The examples are beside the schemas, in files named `…-examples.ts`. A test carries out each one
 * (test/stories/service/openapi-examples.test.ts).
 */

import { accountExamples, apiKey, subaccount } from '../accounts/account-examples.ts'
import { credentials, credentialsExamples } from '../accounts/credentials-examples.ts'
import { customAsset, customAssetExamples } from '../baskets/custom-asset-examples.ts'
import { complexOrderExamples, twapOrder } from '../contingent/complex-order-examples.ts'
import { hookExamples } from '../hooks/hook-examples.ts'
import type { Examples } from '../kernel/examples/example.ts'
import { order } from '../kernel/examples/sample-order.ts'
import { event, marketExamples } from '../markets/market-examples.ts'
import { orderExamples } from '../orders/order-examples.ts'
import { fill, portfolioExamples, position } from '../portfolio/portfolio-examples.ts'
import { deadMansSwitch, limits, riskExamples } from '../risk/risk-examples.ts'
import { changeExamples } from '../streams/change-examples.ts'
import { delivery, webhook, webhookExamples } from '../webhooks/webhook-examples.ts'
import { serviceExamples } from './service-examples.ts'

export const EXAMPLES: Examples = {
  ...marketExamples,
  ...portfolioExamples,
  ...orderExamples,
  ...complexOrderExamples,
  ...customAssetExamples,
  ...accountExamples,
  ...credentialsExamples,
  ...riskExamples,
  ...webhookExamples,
  ...hookExamples,
  ...changeExamples,
  ...serviceExamples,
}

/** Examples that are with the schema of a record: an answer that holds such a record needs none of its own. */
export const RECORD_EXAMPLES: Readonly<Record<string, unknown>> = {
  ApiKey: apiKey,
  Credentials: credentials,
  CustomAsset: customAsset,
  DeadMansSwitch: deadMansSwitch,
  Event: event,
  Fill: fill,
  Limits: limits,
  Order: order,
  Position: position,
  Subaccount: subaccount,
  TwapOrder: twapOrder.twap_order,
  Webhook: webhook,
  WebhookDelivery: delivery,
}
