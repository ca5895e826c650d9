/** `create-key`: one more key for a user, such as a user who has lost the last one. */

import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { SCOPES } from '#domain/accounts/api-key.ts'
import { operatorKey } from '../../operator-key.ts'
import { type Call, type Command, type Flag, flagOf, Refusal } from '../command.ts'
import { userOf } from '../user-of.ts'

export const KEY_FLAGS: Readonly<Record<string, Flag>> = {
  scope: { value: 'read|trade|admin', about: 'what the key may do', fallback: 'admin' },
  name: { value: '<name>', about: 'what the list of keys calls it', fallback: 'first key' },
}

export const createKey: Command = {
  summary: 'creates an API key for a user; it is shown once',
  flags: { user: { value: '<user id>', about: 'whose key it will be', needed: true }, ...KEY_FLAGS },
  run: async (call) => giveKey(call, await userOf(call, apiKeyStore(openTable(call.place.table)))),
}

/** Makes the key and prints it. */
export const giveKey = async (call: Call, userId: string): Promise<number> => {
  const scope = SCOPES.find((known) => known === call.flags['scope'])
  if (scope === undefined) throw new Refusal(`--scope must be one of ${SCOPES.join(', ')}.`)
  const keys = apiKeyStore(openTable(call.place.table))
  const text = await operatorKey(keys, { userId, name: flagOf(call, 'name'), scope })
  call.print(`user     ${userId}\nAPI key  ${text}\n\nCopy the key now. Only its hash is stored.`)
  return 0
}
