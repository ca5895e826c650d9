/** `revoke-key`: a key, with every key that exists because of it. */

import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { parseApiKey } from '#domain/accounts/api-key-secret.ts'
import { revokeApiKey } from '#use-cases/accounts/manage-api-keys.ts'
import { OPERATOR } from '../../operator-key.ts'
import { type Command, flagOf, Refusal } from '../command.ts'

export const revokeKeyCommand: Command = {
  summary: 'revokes an API key, and every key that exists because of it',
  flags: { key: { value: '<key id>', about: 'the key, or its whole text', needed: true } },
  run: async (call) => {
    const apiKeys = apiKeyStore(openTable(call.place.table))
    const given = flagOf(call, 'key')
    // A key that has leaked is at hand as a whole.
    const key = await apiKeys.get(parseApiKey(given)?.keyId ?? given)
    if (key === null) throw new Refusal('The key does not exist.')
    const refused = await revokeApiKey({ ...OPERATOR, apiKeys }, key.userId, key.keyId, null)
    if (refused !== null && key.revokedAt === null) throw new Refusal(refused.detail)
    call.print('Revoked. The key and all that exist because of it stop working with the next request.')
    return 0
  },
}
