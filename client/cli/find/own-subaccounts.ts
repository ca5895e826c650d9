/** The subaccounts that a command is about: the one that was given, or all. Refuses one that does not exist, whose lists are only empty. */

import { CommandFailed, must, type Session } from '../command.ts'

export const ownSubaccounts = async ({ client, signal, subaccountId }: Session) => {
  const all = must(await client.GET('/v1/subaccounts', { signal }))
  const found = all.filter(({ subaccount_id }) => subaccountId === null || subaccount_id === subaccountId)
  if (subaccountId !== null && found.length === 0)
    throw new CommandFailed(`There is no subaccount ${subaccountId}. The command subaccounts lists yours.`)
  return found
}
