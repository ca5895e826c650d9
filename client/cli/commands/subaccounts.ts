/** The command that lists subaccounts. */

import { type Command, must, show } from '../command.ts'
import { timeCell } from '../draw/cells.ts'
import { drawTable } from '../draw/table.ts'

export const subaccounts: Command = {
  group: 'Account',
  does: 'lists your subaccounts with their ids, one of which --subaccount takes',
  run: async (session) => {
    const found = must(await session.client.GET('/v1/subaccounts', { signal: session.signal }))
    show(session, found, () => {
      if (found.length === 0)
        return 'There are no subaccounts. The console makes one, and so does POST /v1/subaccounts.'
      const rows = found.map((one) => [
        one.subaccount_id,
        one.name,
        one.is_active ? 'on' : 'off',
        timeCell(one.inserted_at),
      ])
      return drawTable(['subaccount', 'name', 'trades', 'made (UTC)'], rows)
    })
  },
}
