/** Reads the stored credentials of a subaccount. Their secrets remain sealed. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'

export interface ReadCredentialsDeps {
  readonly subaccounts: SubaccountStore
  readonly credentials: CredentialsStore
}

/** Whose credentials for which exchange. */
export interface CredentialsPlace extends AccountRef {
  readonly userId: string
}

/** The stored record, its secrets sealed; 404 without the subaccount or without credentials. */
export const getCredentials = async (
  deps: ReadCredentialsDeps,
  where: CredentialsPlace,
): Promise<CredentialsRecord | Problem> => {
  if ((await deps.subaccounts.get(where.userId, where.subaccountId)) === null) return notFound('Subaccount')
  return (await deps.credentials.get(where.subaccountId, where.exchange)) ?? notFound('Credentials')
}
