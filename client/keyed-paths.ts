/** The POSTs that honour an `Idempotency-Key`: sent again with it, they do what they do once. A test compares them with the OpenAPI document. */

export const KEYED_PATHS: readonly string[] = [
  '/v1/orders',
  '/v1/orders/batch',
  '/v1/complex-orders',
  '/v1/custom-assets',
  '/v1/subaccounts',
  '/v1/subaccounts/{subaccount_id}/flatten',
  '/v1/subaccounts/{subaccount_id}/credentials/{exchange_name}/approvals',
  '/v1/positions/close',
  '/v1/positions/redeem',
  '/v1/webhooks',
  '/v1/webhooks/{webhook_id}/rotate-secret',
  '/v1/webhooks/{webhook_id}/test',
  '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  '/v1/api-keys',
]

const PATTERNS = KEYED_PATHS.map((path) => new RegExp(`${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`))

/** Whether a POST to that address is one of them. */
export const takesKey = (url: string): boolean => {
  const { pathname } = new URL(url)
  return PATTERNS.some((pattern) => pattern.test(pathname))
}
