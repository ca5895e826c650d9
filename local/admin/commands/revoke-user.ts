/** `revoke-user`: all keys of a user. */

import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { revokeUser } from '#use-cases/accounts/manage-api-keys.ts'
import { OPERATOR } from '../../operator-key.ts'
import type { Command } from '../command.ts'
import { userOf } from '../user-of.ts'

export const revokeUserCommand: Command = {
  summary: 'revokes all API keys of a user; its orders stay',
  flags: { user: { value: '<user id>', about: 'whose keys', needed: true } },
  run: async (call) => {
    const apiKeys = apiKeyStore(openTable(call.place.table))
    const count = await revokeUser({ ...OPERATOR, apiKeys }, await userOf(call, apiKeys))
    call.print(`${count} keys revoked. They stop working with the next request.`)
    return 0
  },
}
