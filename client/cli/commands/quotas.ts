/** The command that shows what a user can have of everything, and has. */

import { type Command, must, show } from '../command.ts'
import { drawTable } from '../draw/table.ts'

export const quotas: Command = {
  group: 'Account',
  does: 'shows what you can have of everything, and have',
  run: async (session) => {
    const found = must(await session.client.GET('/v1/quotas'))
    show(session, found, () =>
      drawTable(
        ['quota', 'at most', 'used'],
        found.map(({ name, limit, used }) => [name, limit, used]),
      ),
    )
  },
}
