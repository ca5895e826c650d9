/** API keys as our interface takes and shows them; the key itself is shown once. */

import type { InferInput } from 'valibot'
import { type ApiKey, SCOPES } from '#domain/accounts/api-key.ts'
import type { KeyUse } from '#domain/accounts/key-use.ts'
import { toIso } from '#domain/kernel/time.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'
import { withDefault } from '../validation/fields/with-default.ts'

export const createApiKeyBody = object({
  name: string({ min: 1, max: 100 }),
  scope: withDefault(enumeration(SCOPES), 'read'),
})

const fields = {
  api_key_id: uuid(),
  name: string(),
  scope: enumeration(SCOPES),
  inserted_at: datetime(),
  made_by: nullable(uuid()),
}

export const apiKeyRecord = object({
  ...fields,
  last_used_at: nullable(datetime()),
  last_used_from: nullable(string()),
})

/** `api_key` is null in a replay. */
export const createdApiKeyRecord = object({ ...fields, api_key: nullable(string()) })

/** The key as it is shown when it is created. Its hash and its user stay inside. */
export const toCreatedApiKeyRecord = (key: ApiKey, secret: string | null): InferInput<typeof createdApiKeyRecord> => ({
  ...fieldsOf(key),
  api_key: secret,
})

/** The key as lists show it; `use` is its last one. */
export const toApiKeyRecord = (key: ApiKey, use: KeyUse | undefined): InferInput<typeof apiKeyRecord> => ({
  ...fieldsOf(key),
  last_used_at: use === undefined ? null : toIso(use.at),
  last_used_from: use === undefined || use.from === '' ? null : use.from,
})

const fieldsOf = (key: ApiKey) => ({
  api_key_id: key.keyId,
  name: key.name,
  scope: key.scope,
  inserted_at: toIso(key.insertedAt),
  made_by: key.madeBy,
})
