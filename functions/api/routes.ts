/** Table of contents: every endpoint and the Lambda that answers it, in the order of the documentation. */

import type { Endpoint } from '#lambda/endpoint.ts'
import { handler as callMcp } from './agents/call-mcp.ts'
import { handler as createApiKey } from './api-keys/create-api-key.ts'
import { handler as listApiKeys } from './api-keys/list-api-keys.ts'
import { handler as revokeApiKey } from './api-keys/revoke-api-key.ts'
import { handler as cancelAllComplexOrders } from './complex-orders/cancel-all-complex-orders.ts'
import { handler as cancelComplexOrder } from './complex-orders/cancel-complex-order.ts'
import { handler as getComplexOrder } from './complex-orders/get-complex-order.ts'
import { handler as listComplexOrders } from './complex-orders/list-complex-orders.ts'
import { handler as placeComplexOrder } from './complex-orders/place-complex-order.ts'
import { handler as deleteCredentials } from './credentials/delete-credentials.ts'
import { handler as getCredentials } from './credentials/get-credentials.ts'
import { handler as putCredentials } from './credentials/put-credentials.ts'
import { handler as requestApprovals } from './credentials/request-approvals.ts'
import { handler as setAllocation } from './credentials/set-allocation.ts'
import { handler as addMembers } from './custom-assets/add-members.ts'
import { handler as changeCustomAsset } from './custom-assets/change-custom-asset.ts'
import { handler as createCustomAsset } from './custom-assets/create-custom-asset.ts'
import { handler as deleteCustomAsset } from './custom-assets/delete-custom-asset.ts'
import { handler as getCustomAsset } from './custom-assets/get-custom-asset.ts'
import { handler as listCustomAssets } from './custom-assets/list-custom-assets.ts'
import { handler as removeMembers } from './custom-assets/remove-members.ts'
import { handler as changeHook } from './hooks/change-hook.ts'
import { handler as createHook } from './hooks/create-hook.ts'
import { handler as deleteHook } from './hooks/delete-hook.ts'
import { handler as getHook } from './hooks/get-hook.ts'
import { handler as listHooks } from './hooks/list-hooks.ts'
import { handler as rotateHookSecret } from './hooks/rotate-hook-secret.ts'
import { handler as takeAlert } from './hooks/take-alert.ts'
import { handler as getCustomAssetOrderBook } from './markets/get-custom-asset-order-book.ts'
import { handler as getEvent } from './markets/get-event.ts'
import { handler as getFees } from './markets/get-fees.ts'
import { handler as getMarket } from './markets/get-market.ts'
import { handler as getOrderBook } from './markets/get-order-book.ts'
import { handler as getPrices } from './markets/get-prices.ts'
import { handler as getQuotes } from './markets/get-quotes.ts'
import { handler as getTrades } from './markets/get-trades.ts'
import { handler as getWatchlists } from './markets/get-watchlists.ts'
import { handler as listEvents } from './markets/list-events.ts'
import { handler as searchMarkets } from './markets/search-markets.ts'
import { handler as setWatchlists } from './markets/set-watchlists.ts'
import { handler as amendOrder } from './orders/amend-order.ts'
import { handler as cancelAllOrders } from './orders/cancel-all-orders.ts'
import { handler as cancelOrders } from './orders/cancel-orders.ts'
import { handler as getOrder } from './orders/get-order.ts'
import { handler as listOrders } from './orders/list-orders.ts'
import { handler as placeOrder } from './orders/place-order.ts'
import { handler as placeOrders } from './orders/place-orders.ts'
import { handler as previewOrder } from './orders/preview-order.ts'
import { handler as requestCancel } from './orders/request-cancel.ts'
import { handler as closePositions } from './portfolio/close-positions.ts'
import { handler as getPortfolioHistory } from './portfolio/get-portfolio-history.ts'
import { handler as listBalances } from './portfolio/list-balances.ts'
import { handler as listFills } from './portfolio/list-fills.ts'
import { handler as listPnl } from './portfolio/list-pnl.ts'
import { handler as listPositions } from './portfolio/list-positions.ts'
import { handler as listRedemptions } from './portfolio/list-redemptions.ts'
import { handler as redeemPositions } from './portfolio/redeem-positions.ts'
import { handler as getConsole } from './service/get-console.ts'
import { handler as getConsoleFile } from './service/get-console-file.ts'
import { handler as getDocs } from './service/get-docs.ts'
import { handler as getDocsScript } from './service/get-docs-script.ts'
import { handler as getHealth } from './service/get-health.ts'
import { handler as getOpenapi } from './service/get-openapi.ts'
import { handler as getQuotas } from './service/get-quotas.ts'
import { handler as getRoot } from './service/get-root.ts'
import { handler as noSuchRoute } from './service/no-such-route.ts'
import { handler as listChanges } from './streams/list-changes.ts'
import { handler as changeSubaccount } from './subaccounts/change-subaccount.ts'
import { handler as createSubaccount } from './subaccounts/create-subaccount.ts'
import { handler as deleteSubaccount } from './subaccounts/delete-subaccount.ts'
import { handler as endDeadMansSwitch } from './subaccounts/end-dead-mans-switch.ts'
import { handler as flattenSubaccount } from './subaccounts/flatten-subaccount.ts'
import { handler as getDeadMansSwitch } from './subaccounts/get-dead-mans-switch.ts'
import { handler as getLimits } from './subaccounts/get-limits.ts'
import { handler as getSubaccount } from './subaccounts/get-subaccount.ts'
import { handler as haltSubaccount } from './subaccounts/halt-subaccount.ts'
import { handler as listSubaccounts } from './subaccounts/list-subaccounts.ts'
import { handler as resetPaper } from './subaccounts/reset-paper.ts'
import { handler as setDeadMansSwitch } from './subaccounts/set-dead-mans-switch.ts'
import { handler as setLimits } from './subaccounts/set-limits.ts'
import { handler as changeWebhook } from './webhooks/change-webhook.ts'
import { handler as createWebhook } from './webhooks/create-webhook.ts'
import { handler as deleteWebhook } from './webhooks/delete-webhook.ts'
import { handler as getWebhook } from './webhooks/get-webhook.ts'
import { handler as listDeliveries } from './webhooks/list-deliveries.ts'
import { handler as listWebhooks } from './webhooks/list-webhooks.ts'
import { handler as replayDelivery } from './webhooks/replay-delivery.ts'
import { handler as rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts'
import { handler as sendTestWebhook } from './webhooks/send-test-webhook.ts'

/** `file` is the module whose export `handler` is the Lambda. */
export interface Route {
  readonly file: string
  readonly handler: Pick<Endpoint, 'spec'>
}

const api = (file: string, handler: Route['handler']): Route => ({ file: `functions/api/${file}.ts`, handler })

export const ROUTES: readonly Route[] = [
  api('orders/place-order', placeOrder),
  api('orders/preview-order', previewOrder),
  api('orders/place-orders', placeOrders),
  api('orders/list-orders', listOrders),
  api('orders/get-order', getOrder),
  api('orders/amend-order', amendOrder),
  api('orders/request-cancel', requestCancel),
  api('orders/cancel-orders', cancelOrders),
  api('orders/cancel-all-orders', cancelAllOrders),
  api('complex-orders/place-complex-order', placeComplexOrder),
  api('complex-orders/list-complex-orders', listComplexOrders),
  api('complex-orders/get-complex-order', getComplexOrder),
  api('complex-orders/cancel-complex-order', cancelComplexOrder),
  api('complex-orders/cancel-all-complex-orders', cancelAllComplexOrders),
  api('custom-assets/create-custom-asset', createCustomAsset),
  api('custom-assets/list-custom-assets', listCustomAssets),
  api('custom-assets/get-custom-asset', getCustomAsset),
  api('custom-assets/change-custom-asset', changeCustomAsset),
  api('custom-assets/delete-custom-asset', deleteCustomAsset),
  api('custom-assets/add-members', addMembers),
  api('custom-assets/remove-members', removeMembers),
  api('subaccounts/create-subaccount', createSubaccount),
  api('subaccounts/list-subaccounts', listSubaccounts),
  api('subaccounts/get-subaccount', getSubaccount),
  api('subaccounts/change-subaccount', changeSubaccount),
  api('subaccounts/delete-subaccount', deleteSubaccount),
  api('subaccounts/get-limits', getLimits),
  api('subaccounts/set-limits', setLimits),
  api('subaccounts/halt-subaccount', haltSubaccount),
  api('subaccounts/flatten-subaccount', flattenSubaccount),
  api('subaccounts/reset-paper', resetPaper),
  api('subaccounts/set-dead-mans-switch', setDeadMansSwitch),
  api('subaccounts/get-dead-mans-switch', getDeadMansSwitch),
  api('subaccounts/end-dead-mans-switch', endDeadMansSwitch),
  api('credentials/put-credentials', putCredentials),
  api('credentials/get-credentials', getCredentials),
  api('credentials/delete-credentials', deleteCredentials),
  api('credentials/request-approvals', requestApprovals),
  api('credentials/set-allocation', setAllocation),
  api('markets/search-markets', searchMarkets),
  api('markets/get-market', getMarket),
  api('markets/get-prices', getPrices),
  api('markets/get-order-book', getOrderBook),
  api('markets/get-custom-asset-order-book', getCustomAssetOrderBook),
  api('markets/get-quotes', getQuotes),
  api('markets/get-trades', getTrades),
  api('markets/get-fees', getFees),
  api('markets/list-events', listEvents),
  api('markets/get-event', getEvent),
  api('markets/get-watchlists', getWatchlists),
  api('markets/set-watchlists', setWatchlists),
  api('portfolio/list-positions', listPositions),
  api('portfolio/close-positions', closePositions),
  api('portfolio/redeem-positions', redeemPositions),
  api('portfolio/list-redemptions', listRedemptions),
  api('portfolio/list-fills', listFills),
  api('portfolio/list-pnl', listPnl),
  api('portfolio/list-balances', listBalances),
  api('portfolio/get-portfolio-history', getPortfolioHistory),
  api('webhooks/create-webhook', createWebhook),
  api('webhooks/list-webhooks', listWebhooks),
  api('webhooks/get-webhook', getWebhook),
  api('webhooks/change-webhook', changeWebhook),
  api('webhooks/delete-webhook', deleteWebhook),
  api('webhooks/rotate-webhook-secret', rotateWebhookSecret),
  api('webhooks/send-test-webhook', sendTestWebhook),
  api('webhooks/list-deliveries', listDeliveries),
  api('webhooks/replay-delivery', replayDelivery),
  api('hooks/create-hook', createHook),
  api('hooks/list-hooks', listHooks),
  api('hooks/get-hook', getHook),
  api('hooks/change-hook', changeHook),
  api('hooks/delete-hook', deleteHook),
  api('hooks/rotate-hook-secret', rotateHookSecret),
  api('hooks/take-alert', takeAlert),
  api('streams/list-changes', listChanges),
  api('api-keys/create-api-key', createApiKey),
  api('api-keys/list-api-keys', listApiKeys),
  api('api-keys/revoke-api-key', revokeApiKey),
  api('agents/call-mcp', callMcp),
  api('service/get-health', getHealth),
  api('service/get-quotas', getQuotas),
  api('service/get-openapi', getOpenapi),
  api('service/get-docs', getDocs),
  api('service/get-docs-script', getDocsScript),
  api('service/get-console', getConsole),
  api('service/get-console-file', getConsoleFile),
  api('service/get-root', getRoot),
]

/** Requests that match no other route, so that 404 and 405 have our form. */
export const DEFAULT_ROUTE: Route = api('service/no-such-route', noSuchRoute)
