/** Exchange credentials as our interface takes them, and what it shows of them: never a secret. */

import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import type { ReadinessCheck } from '#domain/accounts/readiness.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Money, money } from '#domain/kernel/numbers.ts'
import { amount, instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'
import type { Output } from '../validation/request-shape.ts'
import type { Schema } from '../validation/schema.ts'

/** Bounds of the cash of a paper account, in dollars. */
const PAPER_CASH = { ge: 1, le: 100_000_000 }

/** Schema of the cash that a paper account begins with, in dollars. */
export const paperCash = () => decimal(PAPER_CASH)

/** Credentials of a paper account: the play money that it begins with. */
export const paperCredentials = object({ paper: object({ cash: paperCash() }) })

/**
 * The fields that each exchange needs. EXCHANGE_A: the key id it gave, and the private key as PEM (RSA or Ed25519). EXCHANGE_B: the
 * wallet's private key in hex, how the wallet signs (0 the key itself, 1 proxy, 2 Safe, 3 deposit wallet), and for 1 to 3 the address that
 * holds the money; the exchange's own API key is derived from them. With a key of the exchange's relayer the service approves, redeems and
 * merges for the wallet.
 */
export const credentialsBody = {
  by: 'exchange_name',
  of: {
    EXCHANGE_A: object({
      api_key_id: string({ min: 1, max: 100 }),
      private_key: string({ min: 1, max: 3_500 }),
    }),
    EXCHANGE_B: object({
      private_key: string({ min: 1, max: 200 }),
      signature_type: integer({ ge: 0, le: 3 }),
      funder_address: nullable(optional(string({ min: 1, max: 100 }))),
      relayer_api_key: nullable(optional(string({ min: 1, max: 200 }))),
      auto_redeem: optional(boolean()),
    }),
  } satisfies Readonly<Record<ExchangeName, Schema>>,
  unless: 'paper',
  other: paperCredentials,
} as const

/** The play money of a body with paper credentials; null for a key of an exchange. */
export const paperCashIn = (body: Output<typeof credentialsBody>): Money | null =>
  'paper' in body ? money(body.paper.cash) : null

/** The fields as texts, in which credentials travel on; absent ones are left out. */
export const toSecrets = (body: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(body).flatMap(([name, value]) => (isPlain(value) ? [[name, String(value)]] : [])))

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

export const credentialsPath = object({ subaccount_id: uuid(), exchange_name: enumeration(EXCHANGE_NAMES) })

const readinessCheck = recordOf<[ReadinessCheck]>()({
  check: [string(), ({ check }) => check],
  ok: [nullable(boolean()), ({ ok }) => ok],
  detail: [string(), ({ detail }) => detail],
  checked_at: instant(({ checkedAt }) => checkedAt),
})

const paperPart = recordOf<[Money]>()({ cash: amount((cash) => cash) })

interface CheckedCredentials {
  readonly record: CredentialsRecord
  readonly checks: readonly ReadinessCheck[]
}

/** The fingerprint distinguishes two keys; the sealed secrets are left out. */
export const { schema: credentialsRecord, write: toCredentialsRecord } = recordOf<[CheckedCredentials]>()({
  subaccount_id: [uuid(), ({ record }) => record.subaccountId],
  exchange_name: [enumeration(EXCHANGE_NAMES), ({ record }) => record.exchange],
  fingerprint: [string(), ({ record }) => record.fingerprint],
  verified_at: instant(({ record }) => record.verifiedAt),
  inserted_at: instant(({ record }) => record.insertedAt),
  auto_redeem: [boolean(), ({ record }) => record.autoRedeem],
  paper: [
    nullable(paperPart.schema),
    ({ record }) => (record.paperCash === null ? null : paperPart.write(record.paperCash)),
  ],
  readiness: [list(readinessCheck.schema), ({ checks }) => checks.map(readinessCheck.write)],
})
