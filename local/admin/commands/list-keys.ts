/** `list-keys`: the keys of a user, with revoked ones. */

import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { keyUseStore } from '#adapters/store/accounts/key-uses.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { toIso } from '#domain/kernel/time.ts'
import type { Command } from '../command.ts'
import { textTable } from '../text-table.ts'
import { userOf } from '../user-of.ts'

export const listKeys: Command = {
  summary: 'lists the API keys of a user, with their last use',
  flags: { user: { value: '<user id>', about: 'whose keys', needed: true } },
  run: async (call) => {
    const table = openTable(call.place.table)
    const apiKeys = apiKeyStore(table)
    const keys = await apiKeys.list(await userOf(call, apiKeys))
    const uses = await keyUseStore(table).lastUses(keys.map(({ keyId }) => keyId))
    const rows = keys.map(({ keyId, scope, name, insertedAt, revokedAt }) => {
      const use = uses.get(keyId)
      const used = use === undefined ? 'never used' : `used ${toIso(use.at)} from ${use.from || 'an unknown address'}`
      return [keyId, scope, name, `created ${toIso(insertedAt)}`, used, revokedAt === null ? '' : 'revoked']
    })
    call.print(textTable(rows))
    return 0
  },
}
