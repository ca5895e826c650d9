/** Quotas by the words of the console. */

import type { components } from '../../openapi-types.ts'

export const QUOTA_NAMES: Readonly<Record<components['schemas']['Quota']['name'], string>> = {
  open_orders: 'Open orders',
  unsent_orders_per_account: 'Orders of one account that wait to be sent',
  open_complex_orders: 'Armed stops, exits and TWAPs (a stop-loss and its stop are two)',
  subaccounts: 'Subaccounts',
  custom_assets: 'Custom assets',
  custom_asset_members: 'Markets in custom assets',
  api_keys: 'API keys',
  webhooks: 'Webhooks',
  test_events_per_hour: 'Test events in this hour',
  deliveries_in_flight: 'Webhook deliveries under way',
  requests_per_minute: 'Requests in this minute',
}
