/** `users`: who uses the service. */

import { allUsers } from '#adapters/store/accounts/all-users.ts'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { keyUseStore } from '#adapters/store/accounts/key-uses.ts'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { toIso } from '#domain/kernel/time.ts'
import type { Command } from '../command.ts'
import { textTable } from '../text-table.ts'

export const users: Command = {
  summary: 'lists all users with their subaccounts, keys and last use',
  more: 'It reads the whole table: about 1.5 cents for each GB in it.',
  run: async ({ place, print }) => {
    const table = openTable(place.table)
    const [apiKeys, keyUses, subaccounts] = [apiKeyStore(table), keyUseStore(table), subaccountStore(table)]
    const rows: string[][] = []
    for (const userId of await allUsers(place.table)) {
      const [keys, owned] = await Promise.all([apiKeys.list(userId), subaccounts.list(userId)])
      const uses = await keyUses.lastUses(keys.map(({ keyId }) => keyId))
      const last = Math.max(0, ...[...uses.values()].map(({ at }) => at))
      const working = keys.filter(({ revokedAt }) => revokedAt === null).length
      rows.push([userId, String(owned.length), String(working), last === 0 ? 'never' : toIso(last)])
    }
    if (rows.length === 0) print('There are no users. Create one: npm run admin -- create-user')
    else print(textTable([['user', 'subaccounts', 'keys', 'last use, to the hour'], ...rows]))
    return 0
  },
}
