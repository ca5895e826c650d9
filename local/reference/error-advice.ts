/** Advice on the codes of refusals, in the Markdown of docs/guides/errors.md, and whether the same request may succeed later. */

export interface Advice {
  readonly todo: string
  readonly again: keyof typeof AGAIN
}

/** Answers to "does it help to send the same request again?". */
export const AGAIN = {
  no: 'no',
  cause: 'once the cause is gone',
  soon: 'yes, in a moment',
  wait: 'yes, after `retry-after`',
  sameKey: 'yes, with the same `Idempotency-Key`',
  waitSameKey: 'yes, after `retry-after`, with the same `Idempotency-Key`',
} as const

const no = (todo: string): Advice => ({ todo, again: 'no' })
const cause = (todo: string): Advice => ({ todo, again: 'cause' })
const soon = (todo: string): Advice => ({ todo, again: 'soon' })
const wait = (todo: string): Advice => ({ todo, again: 'wait' })

const AMEND = 'place another order instead ([amend orders](amend-orders.md))'
const OTHER_CHANGE = 'send a change that fits: see `detail` ([amend orders](amend-orders.md))'

const REMOVE = cause('remove unused ones')
const RETRY_AFTER = wait('wait for `retry-after`')
const RISK_LIMITS = '([risk limits](risk-limits.md))'
const STREAMING = '[streaming](streaming.md)'
const EXITS_PASS = cause('exits still pass: cancel some, or wait')

export const ADVICE: Readonly<Record<string, Advice>> = {
  unauthenticated: no('send one'),
  scope_missing: no('use a key with the scope in the answer'),
  not_its_maker: no('revoke it with its creator, or with the first key'),
  origin_refused: cause('the operator allows the origin with the setting `corsOrigin`; programs need none'),
  not_found: no('check the id, the subaccount and the path: see [the reference](../openapi.json)'),
  method_not_allowed: no('see the header `allow`'),
  conflict: soon('send it again'),
  idempotency_in_flight: { todo: 'send it again in a moment', again: 'sameKey' },
  account_kind: no(
    'create a subaccount for the kind of this service ([another kind](../deploy.md#another-kind-of-accounts))',
  ),
  subaccount_inactive: cause('`PATCH` it with `is_active` true'),
  custom_asset_empty: cause('add members ([custom assets](custom-assets.md))'),
  custom_asset_in_use: cause('cancel them and wait for their end ([custom assets](custom-assets.md))'),
  exit_already_reached: cause(
    'choose a price that is not reached yet ([conditional orders](conditional-orders.md#the-kinds))',
  ),
  trail_too_wide: cause('choose a smaller trail ([trailing stops](conditional-orders.md#a-trailing-stop))'),
  trading_halted: cause(`end the halt first ${RISK_LIMITS}`),
  risk_limit: cause(`order less, or change the limit in \`detail\` ${RISK_LIMITS}`),
  too_many_open_orders: EXITS_PASS,
  too_many_complex_orders: EXITS_PASS,
  credentials_missing: cause('[store them](credentials-and-subaccounts.md#credentials)'),
  order_final: no(AMEND),
  cancel_requested: no(AMEND),
  not_amendable: no(AMEND),
  amend_pending: cause('poll `last_amend` of the order until it is final ([amend orders](amend-orders.md))'),
  below_filled: no(OTHER_CHANGE),
  price_off_tick: no(OTHER_CHANGE),
  qty_off_lot: no(OTHER_CHANGE),
  qty_below_minimum: no(OTHER_CHANGE),
  parent_ended: no('place a stop without a parent ([conditional orders](conditional-orders.md))'),
  too_many_conditionals: cause('cancel some first ([conditional orders](conditional-orders.md))'),
  nothing_to_protect: cause('open the position first ([protect a position](conditional-orders.md#protect-a-position))'),
  too_many_custom_assets: REMOVE,
  too_many_members: REMOVE,
  too_many_subaccounts: REMOVE,
  too_many_webhooks: REMOVE,
  too_many_keys: REMOVE,
  subaccount_in_use: cause('see `detail`'),
  credentials_in_use: no('use another subaccount'),
  account_has_history: no('use another subaccount'),
  not_paper: no('reset only subaccounts whose `is_paper` is true: [paper accounts](paper.md)'),
  live_orders: cause('cancel them and wait for their end'),
  nothing_to_approve: no('nothing: trade without approvals'),
  relayer_key_missing: cause('[store them with one](credentials-and-subaccounts.md#a-wallet-of-exchange_b)'),
  no_shards: no('nothing: there is nothing to divide'),
  allocation_refused: cause('move cash between shards at the exchange'),
  watchlists_changed: no('read them, apply the change to what you read, and send it with the new `version`'),
  webhook_disabled: cause('turn it on with `PATCH` and `is_active` true ([webhooks](webhooks.md))'),
  no_secret: no('change the address instead ([chats](webhooks.md#chats))'),
  too_many_hooks: REMOVE,
  wrong_hook_secret: no('check the hook id, or give the hook a new secret ([alerts](alerts.md#a-leaked-secret))'),
  hook_disabled: cause('turn it on with `PATCH`, or give it a new secret ([alerts](alerts.md#a-leaked-secret))'),
  hook_expired: cause('give it other limits with `PATCH`'),
  hook_limit: wait('wait for 00:00 UTC, or raise its limits with `PATCH`'),
  cursor_expired: no(`read the lists, then omit \`after\` (${STREAMING})`),
  body_too_large: no('send less: split a batch'),
  unsupported_encoding: no('send it uncompressed, without `Content-Encoding`'),
  invalid_request: no('correct each fault in `detail`: `loc` names its place'),
  upgrade_required: no(`use \`stream_url\` of \`GET /v1/health\` (${STREAMING})`),
  too_many_requests: RETRY_AFTER,
  too_many_unsent_orders: wait('wait for `retry-after`; exits and `reduce_only` orders still pass'),
  too_many_test_events: RETRY_AFTER,
  too_many_deliveries: RETRY_AFTER,
  internal_error: { todo: 'repeat with the same `Idempotency-Key`; report the `x-request-id`', again: 'sameKey' },
  unreadable_record: cause('report the `x-request-id`; other markets continue'),
  service_unavailable: { todo: 'wait for `retry-after`, repeat with the same `Idempotency-Key`', again: 'waitSameKey' },
  strangers_halted: wait('try later ([why](../operations.md#when-strangers-flood-the-service))'),
  out_of_time: soon('send it again'),
  exchange_unavailable: RETRY_AFTER,
  catalogue_unavailable: RETRY_AFTER,
}
