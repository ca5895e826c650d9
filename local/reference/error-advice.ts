/** Advice on the codes of refusals, in the Markdown of docs/guides/errors.md. A code without advice says enough. */

const AMEND = '[amend orders](amend-orders.md)'
const CONDITIONAL = '[conditional orders](conditional-orders.md)'
const CREDENTIALS = '[store them](credentials-and-subaccounts.md#credentials)'
const CUSTOM_ASSETS = '[custom assets](custom-assets.md)'
const OTHER_SUBACCOUNT = 'use another subaccount'
const REMOVE = 'remove unused ones'
const RETRY_AFTER = 'wait for `retry-after`'
const RISK_LIMITS = '[risk limits](risk-limits.md)'
const EXITS_PASS = 'exits still pass: cancel some, or wait'

export const ADVICE: Readonly<Record<string, string>> = {
  unauthenticated: 'send one',
  scope_missing: 'use a key with the scope in the answer',
  not_its_maker: 'revoke it with its creator, or with the first key',
  not_found: 'see [the reference](../openapi.json)',
  method_not_allowed: 'see the header `allow`',
  conflict: 'send it again',
  idempotency_in_flight: 'send it again in a moment',
  account_kind: '[another kind of accounts](../deploy.md#another-kind-of-accounts)',
  subaccount_inactive: '`PATCH` it with `is_active` true',
  custom_asset_empty: CUSTOM_ASSETS,
  custom_asset_in_use: CUSTOM_ASSETS,
  exit_already_reached: '[conditional orders](conditional-orders.md#the-kinds)',
  trail_too_wide: '[trailing stops](conditional-orders.md#a-trailing-stop)',
  trading_halted: RISK_LIMITS,
  risk_limit: RISK_LIMITS,
  too_many_open_orders: EXITS_PASS,
  too_many_complex_orders: EXITS_PASS,
  credentials_missing: CREDENTIALS,
  order_final: AMEND,
  cancel_requested: AMEND,
  not_amendable: AMEND,
  amend_pending: AMEND,
  below_filled: AMEND,
  price_off_tick: AMEND,
  qty_off_lot: AMEND,
  qty_below_minimum: AMEND,
  parent_ended: CONDITIONAL,
  too_many_conditionals: CONDITIONAL,
  nothing_to_protect: '[protect a position](conditional-orders.md#protect-a-position)',
  too_many_custom_assets: REMOVE,
  too_many_members: REMOVE,
  too_many_subaccounts: REMOVE,
  too_many_webhooks: REMOVE,
  too_many_keys: REMOVE,
  subaccount_in_use: 'see `detail`',
  credentials_in_use: OTHER_SUBACCOUNT,
  account_has_history: OTHER_SUBACCOUNT,
  live_orders: 'cancel them and wait for their end',
  relayer_key_missing: '[store them with one](credentials-and-subaccounts.md#a-wallet-of-exchange_b)',
  allocation_refused: 'move cash between shards at the exchange',
  webhook_disabled: '[webhooks](webhooks.md)',
  no_secret: '[change the address](webhooks.md#chats)',
  cursor_expired: 'read the lists, then omit `after` ([streaming](streaming.md))',
  unsupported_encoding: 'send it uncompressed, without `Content-Encoding`',
  invalid_request: 'correct it',
  upgrade_required: 'use `stream_url` of `GET /v1/health` ([streaming](streaming.md))',
  too_many_requests: RETRY_AFTER,
  too_many_unsent_orders: `${RETRY_AFTER}; exits and \`reduce_only\` orders still pass`,
  too_many_test_events: RETRY_AFTER,
  too_many_deliveries: RETRY_AFTER,
  internal_error: 'repeat with the same `Idempotency-Key`; report the `x-request-id`',
  unreadable_record: 'report the `x-request-id`; other markets continue',
  service_unavailable: `${RETRY_AFTER}, repeat with the same \`Idempotency-Key\``,
  strangers_halted: 'try later ([why](../operations.md#when-strangers-flood-the-service))',
  out_of_time: 'send it again',
  exchange_unavailable: RETRY_AFTER,
  catalogue_unavailable: RETRY_AFTER,
}
