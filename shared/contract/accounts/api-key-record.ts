/** API keys as our interface takes and shows them; the key itself is shown once. */

import type { InferInput } from 'valibot'
import { type ApiKey, SCOPES } from '#domain/accounts/api-key.ts'
import type { KeyUse } from '#domain/accounts/key-use.ts'
import { instant, instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
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

const shown = recordOf<[ApiKey]>()({
  api_key_id: [uuid(), (key) => key.keyId],
  name: [string(), (key) => key.name],
  scope: [enumeration(SCOPES), (key) => key.scope],
  inserted_at: instant((key) => key.insertedAt),
  made_by: [nullable(uuid()), (key) => key.madeBy],
})

const lastUse = recordOf<[KeyUse | undefined]>()({
  last_used_at: instantOrNull((use) => use?.at ?? null),
  last_used_from: [nullable(string()), (use) => use?.from || null],
})

export const apiKeyRecord = object({ ...shown.schema.entries, ...lastUse.schema.entries })

/** `api_key` is null in a replay. */
export const createdApiKeyRecord = object({ ...shown.schema.entries, api_key: nullable(string()) })

/** The key as it is shown when it is created. Its hash and its user stay inside. */
export const toCreatedApiKeyRecord = (key: ApiKey, secret: string | null): InferInput<typeof createdApiKeyRecord> => ({
  ...shown.write(key),
  api_key: secret,
})

/** The key as lists show it; `use` is its last one. */
export const toApiKeyRecord = (key: ApiKey, use: KeyUse | undefined): InferInput<typeof apiKeyRecord> => ({
  ...shown.write(key),
  ...lastUse.write(use),
})
