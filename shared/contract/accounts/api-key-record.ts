/** API keys as our interface takes and shows them; the key itself is shown once. */

import type { InferInput } from 'valibot'
import { type ApiKey, SCOPES } from '#domain/accounts/api-key.ts'
import { toIso } from '#domain/kernel/time.ts'
import { datetime } from '../validation/datetime.ts'
import { enumeration } from '../validation/enumeration.ts'
import { nullable } from '../validation/nullable.ts'
import { object } from '../validation/object.ts'
import { string } from '../validation/string.ts'
import { uuid } from '../validation/uuid.ts'
import { withDefault } from '../validation/with-default.ts'

export const createApiKeyBody = object({
  name: string({ min: 1, max: 100 }),
  scope: withDefault(enumeration(SCOPES), 'read'),
})

const fields = { api_key_id: uuid(), name: string(), scope: enumeration(SCOPES), inserted_at: datetime() }

export const apiKeyRecord = object(fields)

/** `api_key` is null in a replay. */
export const createdApiKeyRecord = object({ ...fields, api_key: nullable(string()) })

/** The key as lists show it. Its hash and its user stay inside. */
export const toApiKeyRecord = (key: ApiKey): InferInput<typeof apiKeyRecord> => ({
  api_key_id: key.keyId,
  name: key.name,
  scope: key.scope,
  inserted_at: toIso(key.insertedAt),
})
