/** Exchange credentials as our interface takes them, and what it shows of them: never a secret. */

import type { InferInput } from 'valibot'
import type { CredentialsRecord } from '#domain/credentials.ts'
import { EXCHANGE_NAMES } from '#domain/exchange-name.ts'
import { toIso } from '#domain/time.ts'
import { datetime } from './validation/datetime.ts'
import { enumeration } from './validation/enumeration.ts'
import { object } from './validation/object.ts'
import { string } from './validation/string.ts'
import { uuid } from './validation/uuid.ts'

/** EXCHANGE_A: the key id the exchange gave, and the private key as PEM (RSA or Ed25519). */
export const credentialsBody = object({
  api_key_id: string({ min: 1, max: 100 }),
  private_key: string({ min: 1, max: 3_500 }),
})

export const credentialsPath = object({ subaccount_id: uuid(), exchange_name: enumeration(EXCHANGE_NAMES) })

export const credentialsRecord = object({
  subaccount_id: uuid(),
  exchange_name: enumeration(EXCHANGE_NAMES),
  fingerprint: string(),
  verified_at: datetime(),
  inserted_at: datetime(),
})

export const toCredentialsRecord = (record: CredentialsRecord): InferInput<typeof credentialsRecord> => ({
  subaccount_id: record.subaccountId,
  exchange_name: record.exchange,
  fingerprint: record.fingerprint,
  verified_at: toIso(record.verifiedAt),
  inserted_at: toIso(record.insertedAt),
})
