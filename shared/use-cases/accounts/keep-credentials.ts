/** Stores, shows and removes the exchange credentials of a subaccount; the secrets are sealed and never shown again. */

import { createHash } from 'node:crypto'
import type { AccountRef } from '#domain/accounts/account-ref.ts'
import { type AccountSync, isAbout, woken, wokenForAnother } from '#domain/accounts/account-sync.ts'
import { type CredentialsRecord, NO_MANDATE } from '#domain/accounts/credentials.ts'
import type { ReadinessCheck } from '#domain/accounts/readiness.ts'
import { WAITING_STATUSES } from '#domain/complex-orders/status.ts'
import { marketsOf } from '#domain/complex-orders/target.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import type { ExchangeRefusal } from '#domain/exchanges/exchange-refusal.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { exchangeUnavailable, notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import { SECOND, toIso } from '#domain/kernel/time.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Vault } from '#ports/accounts/vault.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeSecrets, Verification } from '#ports/exchanges/exchange-account.ts'
import type { ExchangeRefusalStore } from '#ports/exchanges/exchange-refusal-store.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { checkReadiness } from './note-readiness.ts'
import { type QuietSyncDeps, quietSync } from './quiet-sync.ts'
import { askForPoll, type WakeAccountDeps } from './wake-account.ts'

export interface ReadCredentialsDeps {
  readonly subaccounts: SubaccountStore
  readonly credentials: CredentialsStore
}

export interface RemoveCredentialsDeps extends ReadCredentialsDeps, QuietSyncDeps {
  readonly orders: OrderStore
  readonly markets: Pick<MarketStore, 'getMany'>
  readonly complexOrders: Pick<ComplexOrderStore, 'list'>
}

export interface StoreCredentialsDeps extends RemoveCredentialsDeps, WakeAccountDeps {
  readonly positions: Pick<PositionStore, 'ofSubaccount'>
  readonly vault: Vault
  readonly exchanges: (name: ExchangeName) => Pick<Exchange, 'verify' | 'holderOf' | 'readiness'>
}

export interface ShowCredentialsDeps extends ReadCredentialsDeps, WakeAccountDeps {
  readonly exchangeRefusals: Pick<ExchangeRefusalStore, 'all'>
}

/** What is shown of stored credentials: never a secret. */
export interface ShownCredentials {
  readonly record: CredentialsRecord
  readonly checks: readonly ReadinessCheck[]
}

/** Whose credentials for which exchange. */
export interface CredentialsPlace extends AccountRef {
  readonly userId: string
}

/**
 * Verifies the secrets with the exchange, then stores them sealed, with the account awake, and finds out what it lacks. Refuses with 404 (subaccount),
 * 422 (the exchange rejects them), 503 (it does not answer) or 409: live orders need the account stored before, the
 * subaccount traded with another account, or another subaccount uses this one.
 */
export const storeCredentials = async (
  deps: StoreCredentialsDeps,
  where: CredentialsPlace,
  given: ExchangeSecrets,
  signal: AbortSignal,
): Promise<ShownCredentials | Problem> => {
  const { userId, subaccountId, exchange } = where
  if ((await deps.subaccounts.get(userId, subaccountId)) === null) return notFound('Subaccount')
  let before = await deps.credentials.get(subaccountId, exchange)
  const verified = await verify(deps, exchange, given, signal)
  if ('problem' in verified) return verified
  const account = { accountKey: verified.exchangeAccount, secrets: verified.secrets }
  const holder = await deps.exchanges(exchange).holderOf(account)
  // A poll that comes in between is no reason to refuse.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const stored = await storeVerified(deps, where, { before, verified, holder })
    if (stored === 'polled') {
      before = await deps.credentials.get(subaccountId, exchange)
      continue
    }
    if ('problem' in stored) return stored
    const { record, sync } = stored
    await askForPoll(deps, sync, 1_000)
    await checkReadiness(deps, where, account, signal)
    return { record, ...(await deps.credentials.readiness(subaccountId, exchange)) }
  }
  return CHANGED
}

const MOST_TRIES = 3

interface Replacing {
  readonly before: CredentialsRecord | null
  readonly verified: Extract<Verification, { kind: 'valid' }>
  readonly holder: string
}

interface Stored {
  readonly record: CredentialsRecord
  readonly sync: AccountSync
}

/** The record and the sync as they are stored; `polled`: nothing is stored, because something has changed meanwhile, such as by a poll. */
const storeVerified = async (
  deps: StoreCredentialsDeps,
  where: CredentialsPlace,
  { before, verified, holder }: Replacing,
): Promise<Stored | 'polled' | Problem> => {
  const { userId, subaccountId, exchange } = where
  const known = await deps.accountSyncs.get(subaccountId, exchange)
  const isSame = isAbout(known ?? { account: null }, { account: verified.exchangeAccount, holder })
  const hasWallets = holder !== verified.exchangeAccount
  // Another key of the same account may come any time (the old one may be revoked); another account or wallet only without live orders.
  const swaps =
    before === null
      ? known !== null && isSame !== true
      : before.exchangeAccount !== verified.exchangeAccount || isSame === false || (isSame === null && hasWallets)
  const quiet = swaps ? await quietSync(deps, where) : null
  const needed = swaps ? await neededBy(deps, where) : null
  if (needed !== null) return needed
  // Fills and positions do not say whose they are, so those of two would run together.
  if (isSame === false && (await hasTraded(deps, where))) return HAS_HISTORY
  const now = deps.clock()
  const record: CredentialsRecord = {
    subaccountId,
    userId,
    exchange,
    exchangeAccount: verified.exchangeAccount,
    fingerprint: createHash('sha256').update(verified.publicPart).digest('hex').slice(0, 16),
    verifiedAt: now,
    insertedAt: before?.insertedAt ?? now,
    ...(verified.wallet ?? NO_MANDATE),
    sealed: await deps.vault.seal(JSON.stringify(verified.secrets), {
      user: userId,
      subaccount: subaccountId,
      exchange,
    }),
  }
  // The exchange has taken its time: the subaccount may be gone.
  const owner = await deps.subaccounts.get(userId, subaccountId)
  if (owner === null) return notFound('Subaccount')
  // What was traded there before is fetched, and what is held is followed, also if this request dies once they are stored.
  const sync = swaps ? wokenForAnother(quiet, where, now) : woken(known, where, now)
  switch (await deps.credentials.put(record, before, { owner, sync })) {
    case 'stored':
      return { record, sync }
    case 'in_use':
      return IN_USE
    case 'conflict':
      return 'polled'
  }
}

const hasTraded = async (
  { positions }: StoreCredentialsDeps,
  { subaccountId, exchange }: CredentialsPlace,
): Promise<boolean> => {
  const { ledgers } = await positions.ofSubaccount(subaccountId)
  return ledgers.some((ledger) => ledger.exchange === exchange)
}

const verify = async (
  deps: StoreCredentialsDeps,
  exchange: ExchangeName,
  given: ExchangeSecrets,
  signal: AbortSignal,
) => {
  const verified = await deps
    .exchanges(exchange)
    .verify(given, signal)
    .catch(ifUnavailable(() => null))
  if (verified === null)
    return exchangeUnavailable(
      `${exchange} does not answer, so the credentials could not be verified. Nothing was stored; try again.`,
      10,
    )
  if (verified.kind === 'valid') return verified
  return problem(422, 'value_error', verified.reason, { loc: ['body', verified.field] })
}

/** The stored record, and what is known of the account's readiness. A newer look is asked for when that is old. Refuses with 404. */
export const showCredentials = async (
  deps: ShowCredentialsDeps,
  where: CredentialsPlace,
): Promise<ShownCredentials | Problem> => {
  const record = await getCredentials(deps, where)
  if ('problem' in record) return record
  const { subaccountId, exchange } = where
  const [{ checks }, refusals] = await Promise.all([
    deps.credentials.readiness(subaccountId, exchange),
    deps.exchangeRefusals.all(),
  ])
  const newest = Math.max(0, ...checks.map(({ checkedAt }) => checkedAt))
  if (deps.clock() - newest >= CHECKED_EVERY) {
    const state = await deps.accountSyncs.get(subaccountId, exchange)
    if (state !== null) await askForPoll(deps, state, 0, { check: true })
  }
  const refused = refusals.filter((one) => one.exchange === exchange).map(refusedCheck)
  return { record, checks: [...checks, ...refused] }
}

/** While the exchange refuses all orders or all cancels of all accounts. */
const refusedCheck = ({ calls, reason, since, refusedAt }: ExchangeRefusal): ReadinessCheck => ({
  check: calls,
  ok: false,
  detail: `${reason} Since ${toIso(since)}. They wait, and one of them at a time tries again.`,
  checkedAt: refusedAt,
})

/** However often it is asked for, readiness is not looked at more often. */
const CHECKED_EVERY = 15 * SECOND

/** The stored record, its secrets sealed; 404 without the subaccount or without credentials. */
export const getCredentials = async (
  deps: ReadCredentialsDeps,
  where: CredentialsPlace,
): Promise<CredentialsRecord | Problem> => {
  if ((await deps.subaccounts.get(where.userId, where.subaccountId)) === null) return notFound('Subaccount')
  return (await deps.credentials.get(where.subaccountId, where.exchange)) ?? notFound('Credentials')
}

/** Null when removed; 404 when there are none, 409 while live orders or complex orders need them. */
export const removeCredentials = async (
  deps: RemoveCredentialsDeps,
  where: CredentialsPlace,
): Promise<null | Problem> => {
  // A poll that comes in between is no reason to refuse.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const record = await getCredentials(deps, where)
    if ('problem' in record) return record
    const sync = await quietSync(deps, where)
    const needed = await neededBy(deps, where)
    if (needed !== null) return needed
    if (await deps.credentials.remove(record, sync)) return null
  }
  return CHANGED
}

/** Under live orders the account must stay what it is: their fate is read with it. What waits to place orders will need it. */
const neededBy = async (deps: RemoveCredentialsDeps, where: CredentialsPlace): Promise<Problem | null> => {
  // What waits is read before orders: what fires meanwhile is met by its order.
  const isWaited = await isWaitedWith(deps, where)
  if (await isTradedInBaskets(deps, where)) return LIVE_ORDERS
  const live = await deps.orders.live(where.subaccountId, where.exchange)
  if (live.length > 0) return LIVE_ORDERS
  return isWaited ? LIVE_COMPLEX_ORDERS : null
}

/** Whether an order on a custom asset has still to place legs there: an exit may wait for long, and has nothing at the exchange then. */
const isTradedInBaskets = async (
  deps: RemoveCredentialsDeps,
  { subaccountId, exchange }: CredentialsPlace,
): Promise<boolean> => {
  const live = await deps.orders.liveBaskets(subaccountId)
  const svcIds = live.flatMap(({ parts }) => parts.map(({ svcId }) => svcId))
  if (svcIds.length === 0) return false
  return (await deps.markets.getMany([...new Set(svcIds)])).some((market) => market.exchange === exchange)
}

/** Whether a complex order of that exchange has still to place its order. */
const isWaitedWith = async (
  deps: RemoveCredentialsDeps,
  { userId, subaccountId, exchange }: CredentialsPlace,
): Promise<boolean> => {
  for (const status of WAITING_STATUSES) {
    for (let offset = 0; ; offset += PAGE) {
      const page = { limit: PAGE, offset }
      const { complexOrders, count } = await deps.complexOrders.list(userId, { subaccountId, status }, page)
      if (complexOrders.some((one) => placesAt(one, exchange))) return true
      if (offset + PAGE >= count) break
    }
  }
  return false
}

const placesAt = (one: ComplexOrder, exchange: ExchangeName): boolean =>
  marketsOf(one.target).some((market) => market.exchange === exchange)

const PAGE = 100

const HAS_HISTORY = problem(
  409,
  'account_has_history',
  'The subaccount has traded with another account or wallet of this exchange, and fills and positions of two do not go together. Create another subaccount for this one; another key of the same account can be stored at any time.',
)

const LIVE_COMPLEX_ORDERS = problem(
  409,
  'live_orders',
  'The subaccount has conditional orders or TWAPs on this exchange, which will place their orders with the account they were made for. Cancel them with POST /v1/complex-orders/cancel-all; another key of the same account can be stored at any time.',
)

const LIVE_ORDERS = problem(
  409,
  'live_orders',
  'The subaccount has live orders on this exchange, which need the account they were placed with. Cancel them and wait until they have ended; another key of the same account can be stored at any time.',
)

const IN_USE = problem(
  409,
  'credentials_in_use',
  'Another of your subaccounts uses this exchange account. One exchange account belongs to one subaccount.',
)

const CHANGED = problem(409, 'conflict', 'The credentials were changed at the same moment. Try again.')
