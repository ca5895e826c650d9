/** Acts with a wallet through the exchange's relayer (live reference, section 4). */

import * as v from 'valibot'
import { money } from '#domain/kernel/numbers.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ActionOutcome, ActionReading, WalletRelay } from '#ports/exchanges/wallet-relay.ts'
import { knownText } from '../../known-values.ts'
import { askRelayer, NOT_HERE, relayerHeaders, relayerRead } from '../account/relayer-key.ts'
import { errorIn } from '../http/client.ts'
import { refusesAll } from '../http/errors.ts'
import { type Session, sessionOf } from '../http/session.ts'
import { type PrepareActionDeps, prepareAction, type StoredPayload } from './prepare-action.ts'
import { relayBody } from './relay-body.ts'
import { walletHolding } from './wallet-holding.ts'

export const walletRelay = (deps: PrepareActionDeps): WalletRelay => {
  const { api, clock } = deps
  return {
    prepareAction: prepareAction(deps),

    sendAction: async (account, stored, signal) => {
      const payload = readPayload(stored)
      // The wallet's deadline has passed, also by a clock that is behind.
      if (payload.type === 'WALLET' && clock() / 1_000 > Number(payload.deadline) + 60) {
        return { kind: 'stale', detail: 'Its time was over before the relayer had it.' }
      }
      return submit(sessionOf(api, account, signal), payload)
    },

    findAction: async (account, { payload: stored, transactionId }, signal) => {
      const payload = readPayload(stored)
      const session = sessionOf(api, account, signal)
      const row = transactionId === null ? await findSigned(session, payload) : await findNamed(session, transactionId)
      return row === null ? { kind: 'missing' } : readingOf(session, payload, row)
    },

    holdsAny: async (account, nativeId, signal) => {
      const holding = await walletHolding(deps.findTokens, sessionOf(api, account, signal), nativeId)
      return holding === null || holding.yes + holding.no > 0
    },
  }
}

const readPayload = (stored: string): StoredPayload => JSON.parse(stored)

const submit = async (session: Session, payload: StoredPayload): Promise<ActionOutcome> => {
  const { wallet, relayerKey } = session.trader
  if (relayerKey === null) return { kind: 'refused', detail: 'No relayer_api_key is stored any more.' }
  const { body } = await relayBody(wallet, payload)
  const headers = relayerHeaders(wallet.address, relayerKey)
  const call = { host: 'relayer', area: 'keys', method: 'POST', path: '/submit', body, headers } as const
  const result = await session.public.once(call)
  switch (result.kind) {
    case 'too_fast':
      return later('Our request rate is used up.', result.waitMs)
    case 'not_sent':
      return later(`The relayer cannot be reached: ${result.reason}.`, 10_000)
    case 'no_answer':
      return { kind: 'unknown', detail: `The relayer did not answer: ${result.reason}.` }
    case 'answered': {
      const { status, retryAfterMs } = result
      const error = errorIn(result)
      const submitted = v.safeParse(WireSubmitted, result.body)
      if (status >= 200 && status < 300) {
        return submitted.success
          ? { kind: 'accepted', transactionId: submitted.output.transactionID }
          : { kind: 'unknown', detail: 'The relayer answered with something that is no transaction.' }
      }
      // The answer says nothing about this action (live reference, section 8.1).
      if (refusesAll(status, error)) {
        const said = [`status ${status}`, error.words || error.page].filter(Boolean).join(', ')
        return later(`The relayer refuses all calls from here (${said}).`, REFUSED_FOR_MS)
      }
      return refusalOf(status, error.words, retryAfterMs)
    }
  }
}

/** Reads the texts of the relayer (live reference, section 4.2). */
const refusalOf = (status: number, words: string, retryAfterMs: number | null): ActionOutcome => {
  const said = words === '' ? `status ${status}` : words
  if (status >= 500 || status === 408) return { kind: 'unknown', detail: `The relayer answered: ${said}.` }
  const quota = /resets in (\d+) seconds/i.exec(words)?.[1]
  if (status === 429 && quota !== undefined) {
    return later(`The relayer's quota of this key is used up (${said}).`, Math.min(Number(quota), DAY_S) * 1_000)
  }
  if (status === 429) return later(`The relayer limits our requests (${said}).`, retryAfterMs ?? 10_000)
  if (/busy|in-flight/i.test(words)) return later(`The wallet is busy with another action (${said}).`, 3_000)
  if (/nonce \d+ does not match/i.test(words)) return { kind: 'stale', detail: `The relayer says: ${said}.` }
  return { kind: 'refused', detail: `The relayer refuses it: ${said}.` }
}

const DAY_S = 86_400
/** Wait after the relayer has refused all calls. */
const REFUSED_FOR_MS = 60_000

interface RelayRow {
  readonly id: string
  readonly state: string
  readonly hash: string | null
  readonly error: string | null
}

/** Finds a transaction by its id, on either generation of the route. */
const findNamed = async (session: Session, id: string): Promise<RelayRow | null> => {
  const calls = session.public
  const read = relayerRead(session)
  const path = `/v1/account/transactions/${encodeURIComponent(id)}`
  const newer = await calls.find({ ...read, path, missing: NOT_HERE }, WireTransaction)
  if (newer !== null) {
    return { id, state: newer.state, hash: newer.transaction_hash || null, error: newer.error_msg || null }
  }
  const [row] = (await calls.find({ ...read, path: '/transaction', query: { id } }, v.array(WireRow))) ?? []
  return row === undefined ? null : toRow(row)
}

/**
 * Finds a transaction by its signature, which only this wallet can have made, and which is always the same. A
 * transaction that was carried out comes first.
 */
const findSigned = async (session: Session, payload: StoredPayload): Promise<RelayRow | null> => {
  const { wallet, relayerKey } = session.trader
  const { signature } = await relayBody(wallet, payload)
  const answer = await askRelayer(session.public, wallet.address, relayerKey ?? '')
  const rows =
    answer.kind === 'answered' && answer.status === 200 ? v.safeParse(v.array(WireSigned), answer.body) : null
  if (!rows?.success) throw new ExchangeUnavailable('EXCHANGE_B', 'The relayer does not list its transactions.')
  const own = rows.output.filter((row) => row.signature?.toLowerCase() === signature.toLowerCase()).map(toRow)
  return own.find(({ state }) => !hasFailed(state)) ?? own[0] ?? null
}

const toRow = (row: v.InferOutput<typeof WireRow>): RelayRow => ({
  id: row.transactionID,
  state: row.state,
  hash: row.transactionHash || null,
  error: row.errorMsg || null,
})

/**
 * Detail for a transaction that the relayer did not send: its own reading of the wallet can be late, or wrong (changes
 * of November 2026, EXCHANGE_B 8).
 */
const SKIPPED =
  'The relayer did not send the transaction, because it sees no shares in the wallet. The exchange shows them: if this lasts, redeem on its website'

const hasFailed = (state: string): boolean => state === 'STATE_FAILED' || state === 'STATE_INVALID'

const readingOf = async (
  session: Session,
  { conditionId, expected, kind }: StoredPayload,
  { id, state, hash, error }: RelayRow,
): Promise<ActionReading> => {
  if (hasFailed(state) && error?.includes('PRECHECK_SKIPPED'))
    return { kind: 'skipped', transactionId: id, detail: `${SKIPPED} (${error})` }
  if (hasFailed(state))
    return { kind: 'failed', transactionId: id, detail: `The transaction failed: ${error ?? state}.` }
  if (state !== 'STATE_CONFIRMED' || hash === null) return { kind: 'running', transactionId: id, transaction: hash }
  const payout = conditionId === null ? 0 : await paidBy(session, { conditionId, kind }, hash)
  return {
    kind: 'done',
    transactionId: id,
    transaction: hash,
    payout: payout === null ? null : money(payout),
    expected: money(expected),
  }
}

/**
 * Returns the payout of a transaction in the exchange's own list; null while the list does not have it (section 5.1).
 */
const paidBy = async (
  session: Session,
  { conditionId, kind }: { readonly conditionId: string; readonly kind: StoredPayload['kind'] },
  hash: string,
): Promise<number | null> => {
  const { funder } = session.trader.wallet
  // Without the type, the trades of a busy market would fill the page.
  const query = { user: funder, condition: conditionId, type: kind?.toUpperCase(), start: 1, limit: 1_000 }
  const call = { host: 'data', area: 'price_history', path: '/v2/activity', query } as const
  const rows = ((await session.public.read(call, WireActivity)).data ?? []).filter(
    (row) => row.transaction_hash?.toLowerCase() === hash.toLowerCase(),
  )
  return rows.length === 0 ? null : Math.round(rows.reduce((sum, row) => sum + row.usdc_size, 0) * 1e6)
}

const later = (detail: string, afterMs: number): ActionOutcome => ({ kind: 'later', detail, afterMs })

const state = knownText('EXCHANGE_B', 'relayer state', [
  'STATE_NEW',
  'STATE_EXECUTED',
  'STATE_MINED',
  'STATE_CONFIRMED',
  'STATE_FAILED',
  'STATE_INVALID',
])
const WireSubmitted = v.object({ transactionID: v.pipe(v.string(), v.minLength(1)) })
const WireTransaction = v.object({
  state,
  transaction_hash: v.nullish(v.string()),
  error_msg: v.nullish(v.string()),
})
const WireRow = v.object({
  transactionID: v.string(),
  transactionHash: v.nullish(v.string()),
  state,
  errorMsg: v.nullish(v.string()),
})
/** The transaction that creates a wallet has no signature (live reference, section 4.3). */
const WireSigned = v.object({ ...WireRow.entries, signature: v.nullish(v.string()) })
const WireActivity = v.object({
  data: v.nullable(v.array(v.object({ transaction_hash: v.nullish(v.string()), usdc_size: v.number() }))),
})
