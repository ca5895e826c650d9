/** A key that the operator of a service gives to a user, new or known. Answers the text of the key. */

import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import type { ApiKey } from '#domain/accounts/api-key.ts'
import { DEFAULT_QUOTAS } from '#domain/accounts/quotas.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import { createApiKey } from '#use-cases/accounts/manage-api-keys.ts'

export const OPERATOR = {
  clock: () => Date.now(),
  ids: { uuid: () => v7(), random: (bytes: number) => randomBytes(bytes) },
}

export const operatorKey = async (
  apiKeys: ApiKeyStore,
  about: Pick<ApiKey, 'userId' | 'name' | 'scope'>,
): Promise<string> => {
  const created = await createApiKey(
    { ...OPERATOR, quotas: DEFAULT_QUOTAS, apiKeys },
    { ...about, keyId: OPERATOR.ids.uuid() },
    null,
  )
  if (isProblem(created)) throw new Error(created.detail)
  if (created.secret === null) throw new Error('a key with this id existed before')
  return created.secret
}
