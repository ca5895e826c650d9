/** Verifies and stores the exchange credentials of a subaccount, with their secrets sealed. */

import { createHash } from 'node:crypto'
import { type CredentialsRecord, NO_MANDATE } from '#domain/accounts/credentials.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { activated, activatedForAnother } from '#domain/accounts/sync/activate.ts'
import { isAbout } from '#domain/accounts/sync/holder-name.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { exchangeUnavailable, notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import type { Vault } from '#ports/accounts/vault.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeSecrets, Verification } from '#ports/exchanges/exchange-account.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { type ActivateAccountDeps, enqueuePoll } from '../activate-account.ts'
import {
  CREDENTIALS_CHANGED,
  type CredentialsNeededDeps,
  MOST_TRIES,
  whyCredentialsNeeded,
} from './credentials-needed.ts'
import type { CredentialsPlace, ReadCredentialsDeps } from './get-credentials.ts'
import { type PrepareRemovalDeps, prepareRemoval } from './prepare-removal.ts'
import { checkReadiness } from './record-readiness.ts'
import type { ShownCredentials } from './show-credentials.ts'

export interface StoreCredentialsDeps
  extends ReadCredentialsDeps,
    PrepareRemovalDeps,
    CredentialsNeededDeps,
    ActivateAccountDeps {
  readonly positions: Pick<PositionStore, 'ofSubaccount'>
  readonly vault: Vault
  readonly exchanges: (name: ExchangeName) => Pick<Exchange, 'verify' | 'holderOf' | 'readiness'>
}

/**
 * Verifies the secrets with the exchange, stores them sealed with the account active, and checks the account's
 * readiness. Refuses with 404 (subaccount), 422 (the exchange rejects them) or 503 (no answer). Refuses with 409 if
 * live orders need the stored account, the subaccount traded with another account, or another subaccount uses this one.
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
    await enqueuePoll(deps, sync, 1_000)
    await checkReadiness(deps, where, account, signal)
    return { record, ...(await deps.credentials.readiness(subaccountId, exchange)) }
  }
  return CREDENTIALS_CHANGED
}

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
  const account = { account: verified.exchangeAccount, holder }
  const isSame = isAbout(known ?? { account: null }, account)
  const swaps = isAnother({ before, known, isSame }, account)
  const unsent = swaps ? await prepareRemoval(deps, where) : null
  const needed = swaps ? await whyCredentialsNeeded(deps, where) : null
  if (needed !== null) return needed
  // Fills and positions do not name their account, so those of two accounts would be mixed.
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
    paperCash: verified.paperCash ?? null,
    sealed: await deps.vault.seal(JSON.stringify(verified.secrets), {
      user: userId,
      subaccount: subaccountId,
      exchange,
    }),
  }
  // The exchange has taken its time: the subaccount may be gone.
  const owner = await deps.subaccounts.get(userId, subaccountId)
  if (owner === null) return notFound('Subaccount')
  // The activation is stored with them: past trades and positions are read even if this request dies afterwards.
  const sync = swaps ? activatedForAnother(unsent, where, now) : activated(known, where, now)
  switch (await deps.credentials.put(record, before, { owner, sync })) {
    case 'stored':
      return { record, sync }
    case 'in_use':
      return IN_USE
    case 'conflict':
      return 'polled'
  }
}

/**
 * True if the credentials open another account or wallet than those before. Another key of the same account may come at
 * any time, because the old one may be revoked. Another account or wallet may come only without live orders.
 */
const isAnother = (
  { before, known, isSame }: Pick<Replacing, 'before'> & { known: AccountSync | null; isSame: boolean | null },
  { account, holder }: { readonly account: string; readonly holder: string },
): boolean => {
  if (before === null) return known !== null && isSame !== true
  const hasWallets = holder !== account
  return before.exchangeAccount !== account || isSame === false || (isSame === null && hasWallets)
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

const HAS_HISTORY = problem(
  409,
  'account_has_history',
  'The subaccount has traded with another account or wallet of this exchange, and fills and positions of two do not go together. Create another subaccount for this one; another key of the same account can be stored at any time.',
)

const IN_USE = problem(
  409,
  'credentials_in_use',
  'Another of your subaccounts uses this exchange account. One exchange account belongs to one subaccount.',
)
