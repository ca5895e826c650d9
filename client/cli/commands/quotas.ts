/** The command that shows what a user can have of everything, and has. */

import { type Command, CommandFailed, must, show } from '../command.ts'
import { drawTable } from '../draw/table.ts'

export const quotas: Command = {
  usage: 'quotas',
  does: 'shows what you can have of everything, and have',
  run: async (session, words) => {
    if (words.length > 0) throw new CommandFailed(`Unknown: ${words.join(' ')}.`, true)
    const found = must(await session.client.GET('/v1/quotas'))
    show(session, found, () =>
      drawTable(
        ['quota', 'at most', 'used'],
        found.map(({ name, limit, used }) => [name, limit, used]),
      ),
    )
  },
}
