/** Reads the quotas of a user and their use. */

import { QUOTA_NAMES, type QuotaLimits, type QuotaName } from '#domain/accounts/quotas.ts'
import type { CustomAsset } from '#domain/baskets/custom-asset.ts'
import { HOUR } from '#domain/kernel/time.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import type { RequestCountStore } from '#ports/accounts/request-count-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { DeliveryStore, OutboxStore, WebhookStore } from '#ports/webhooks/webhook-store.ts'
import { type CountOpenOrdersDeps, countOpenOrders } from './count-open-orders.ts'
import { type CountUnsentOrdersDeps, mostUnsentOrders } from './count-unsent-orders.ts'

export interface ReadQuotasDeps extends CountOpenOrdersDeps, CountUnsentOrdersDeps {
  readonly orders: CountOpenOrdersDeps['orders'] & CountUnsentOrdersDeps['orders']
  readonly quotas: QuotaLimits
  readonly complexOrders: Pick<ComplexOrderStore, 'countOpen'>
  /** The custom assets of a user that belong to a subaccount. Custom assets are above accounts, so the caller gives this function. */
  readonly listCustomAssets: (userId: string) => Promise<readonly CustomAsset[]>
  readonly apiKeys: Pick<ApiKeyStore, 'ring'>
  readonly webhooks: Pick<WebhookStore, 'list'>
  readonly outbox: Pick<OutboxStore, 'countTests'>
  readonly deliveries: Pick<DeliveryStore, 'countInFlight'>
  readonly requestCountRows: Pick<RequestCountStore, 'count'>
  readonly clock: Clock
}

export interface QuotaUse {
  readonly name: QuotaName
  readonly limit: number
  readonly used: number
}

/**
 * Returns every quota with its use, counted now. Lists and requests may lag by a moment. Deliveries are counted little
 * further than their quota.
 */
export const readQuotas = async (deps: ReadQuotasDeps, userId: string): Promise<readonly QuotaUse[]> => {
  const now = deps.clock()
  const [subaccounts, customAssets, webhooks, ring, orders, unsent, complexOrders, tests, requests] = await Promise.all(
    [
      deps.subaccounts.list(userId),
      deps.listCustomAssets(userId),
      deps.webhooks.list(userId),
      deps.apiKeys.ring(userId),
      countOpenOrders(deps, userId),
      mostUnsentOrders(deps, userId),
      deps.complexOrders.countOpen(userId),
      deps.outbox.countTests(userId, now - HOUR),
      deps.requestCountRows.count(userId, now),
    ],
  )
  const used: QuotaLimits = {
    open_orders: orders,
    unsent_orders_per_account: unsent,
    open_complex_orders: complexOrders,
    subaccounts: subaccounts.length,
    custom_assets: customAssets.length,
    custom_asset_members: sum(customAssets.map(({ svcIds }) => svcIds.length)),
    api_keys: ring.keys.length,
    webhooks: webhooks.length,
    test_events_per_hour: tests,
    deliveries_in_flight: await deliveriesInFlight(deps, webhooks, deps.quotas.deliveries_in_flight + 1),
    requests_per_minute: requests,
  }
  return QUOTA_NAMES.map((name) => ({ name, limit: deps.quotas[name], used: used[name] }))
}

/** How many deliveries to these webhooks are in flight: with `most` to one of them or more, no further. */
export const deliveriesInFlight = async (
  { deliveries }: { readonly deliveries: Pick<DeliveryStore, 'countInFlight'> },
  webhooks: ReadonlyArray<{ readonly webhookId: string }>,
  most: number,
): Promise<number> => sum(await Promise.all(webhooks.map(({ webhookId }) => deliveries.countInFlight(webhookId, most))))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
