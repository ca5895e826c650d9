/** The user that a command is for. Throws a `Refusal` where there is none: every user has, or had, a key. */

import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import { type Call, flagOf, Refusal } from './command.ts'

export const userOf = async (call: Call, apiKeys: Pick<ApiKeyStore, 'list'>): Promise<string> => {
  const userId = flagOf(call, 'user')
  if ((await apiKeys.list(userId)).length > 0) return userId
  throw new Refusal(`There is no user ${userId}. npm run admin -- users lists all; create-user makes one.`)
}
