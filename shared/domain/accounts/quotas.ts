/**
 * Limits the objects of one user, so that no user starves another. Fired orders and exits are never refused for a
 * quota.
 */

import { type Problem, problem, retryAfter } from '../kernel/problem.ts'

interface Quota {
  readonly limit: number
  readonly status: 409 | 429
  /** The code of the refusal. */
  readonly code: string
  /** The counted objects, and how to make room for more. */
  readonly counted: string
  readonly remedy: string
  /** Seconds after which the same request may pass. */
  readonly retryAfterS?: number
}

const QUOTAS = {
  open_orders: {
    limit: 2_000,
    status: 409,
    code: 'too_many_open_orders',
    counted: 'open orders',
    remedy: 'Cancel some, or wait until some have ended.',
  },
  unsent_orders_per_account: {
    limit: 1_000,
    status: 429,
    code: 'too_many_unsent_orders',
    counted: 'orders that wait to be sent to one exchange account',
    remedy: 'Try again when some have been sent.',
    retryAfterS: 10,
  },
  open_complex_orders: {
    limit: 2_000,
    status: 409,
    code: 'too_many_complex_orders',
    counted: 'complex orders that are not over',
    remedy: 'Cancel some, or wait until some have ended.',
  },
  subaccounts: {
    limit: 100,
    status: 409,
    code: 'too_many_subaccounts',
    counted: 'subaccounts',
    remedy: 'Delete one that is not needed any more.',
  },
  custom_assets: {
    limit: 500,
    status: 409,
    code: 'too_many_custom_assets',
    counted: 'custom assets',
    remedy: 'Delete one that is not needed any more.',
  },
  custom_asset_members: {
    limit: 5_000,
    status: 409,
    code: 'too_many_members',
    counted: 'members of custom assets',
    remedy: 'Remove members, or delete a custom asset.',
  },
  api_keys: {
    limit: 20,
    status: 409,
    code: 'too_many_keys',
    counted: 'API keys',
    remedy: 'Revoke one first.',
  },
  webhooks: {
    limit: 10,
    status: 409,
    code: 'too_many_webhooks',
    counted: 'webhooks',
    remedy: 'Delete one that is not needed any more.',
  },
  test_events_per_hour: {
    limit: 100,
    status: 429,
    code: 'too_many_test_events',
    counted: 'test events in one hour',
    remedy: 'Try again later.',
    retryAfterS: 600,
  },
  deliveries_in_flight: {
    limit: 5_000,
    status: 429,
    code: 'too_many_deliveries',
    counted: 'failed deliveries, tests and replays that are not over',
    remedy: 'Try again when some have arrived or were given up.',
    retryAfterS: 60,
  },
  requests_per_minute: {
    limit: 3_000,
    status: 429,
    code: 'too_many_requests',
    counted: 'requests in one minute',
    remedy: 'Try again in the next one.',
    retryAfterS: 60,
  },
} as const satisfies Record<string, Quota>

export type QuotaName = keyof typeof QUOTAS

/** How many of each a user can have. */
export type QuotaLimits = Readonly<Record<QuotaName, number>>

export const QUOTA_NAMES = Object.keys(QUOTAS).filter(isQuota)

/** The limits where no setting says otherwise. */
export const DEFAULT_QUOTAS: QuotaLimits = {
  open_orders: QUOTAS.open_orders.limit,
  unsent_orders_per_account: QUOTAS.unsent_orders_per_account.limit,
  open_complex_orders: QUOTAS.open_complex_orders.limit,
  subaccounts: QUOTAS.subaccounts.limit,
  custom_assets: QUOTAS.custom_assets.limit,
  custom_asset_members: QUOTAS.custom_asset_members.limit,
  api_keys: QUOTAS.api_keys.limit,
  webhooks: QUOTAS.webhooks.limit,
  test_events_per_hour: QUOTAS.test_events_per_hour.limit,
  deliveries_in_flight: QUOTAS.deliveries_in_flight.limit,
  requests_per_minute: QUOTAS.requests_per_minute.limit,
}

/** The limits as a setting names them, the defaults for all others: `open_orders=100,webhooks=5`. Throws a RangeError with words. */
export const quotasIn = (text: string): QuotaLimits => ({
  ...DEFAULT_QUOTAS,
  ...Object.fromEntries(text.split(',').flatMap(entryOf)),
})

/** Refuses a user at the limit of the quota. */
export const overQuota = (name: QuotaName, limit: number): Problem => {
  const { status, code, counted, remedy, retryAfterS }: Quota = QUOTAS[name]
  const more = retryAfterS === undefined ? {} : retryAfter(retryAfterS)
  return problem(status, code, `You can have at most ${limit} ${counted}. ${remedy}`, more)
}

/** The refusal as a declaration lists it. */
export const quotaRefusal = (name: QuotaName): { status: 409 | 429; code: string; when: string } => {
  const { status, code, counted } = QUOTAS[name]
  return { status, code, when: `you would have more ${counted} than your quota allows (GET /v1/quotas)` }
}

function isQuota(name: string): name is QuotaName {
  return Object.hasOwn(QUOTAS, name)
}

const entryOf = (entry: string): ReadonlyArray<readonly [QuotaName, number]> => {
  if (entry.trim() === '') return []
  const [name = '', value = ''] = entry.trim().split('=')
  if (!isQuota(name)) throw new RangeError(`There is no quota ${name}. There are ${QUOTA_NAMES.join(', ')}.`)
  if (!/^[1-9]\d{0,9}$/.test(value)) throw new RangeError(`The quota ${name} is a whole number from 1 on: ${name}=100.`)
  return [[name, Number(value)]]
}
