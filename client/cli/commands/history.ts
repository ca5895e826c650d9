/** The command that shows the equity over time. */

import { type Command, must, show } from '../command.ts'
import { timeCell } from '../draw/cells.ts'
import { drawTable } from '../draw/table.ts'
import { wholeNumber } from '../typed/options.ts'

export const history: Command = {
  group: 'Portfolio',
  does: 'shows your equity by day or by hour, the latest last',
  options: {
    '--interval <interval>': { does: 'length of one point (default: 1d)', oneOf: ['1h', '1d'] },
    '--limit <count>': 'points at most (default: 30)',
  },
  run: async (session, _words, options) => {
    const { client, signal, subaccountId } = session
    const interval = options['interval'] === '1h' ? ('1h' as const) : ('1d' as const)
    const query = { interval, ...(subaccountId === null ? {} : { subaccount_id: subaccountId }) }
    const found = must(await client.GET('/v1/portfolio/history', { params: { query }, signal }))
    const points = found.points.slice(-wholeNumber(options, 'limit', 30))
    show(session, { points }, () =>
      points.length === 0
        ? 'No equity is stored yet. The first point comes within the hour.'
        : drawTable(
            [{ name: 'time (UTC)', kind: 'time' }, 'equity ($)', 'cash ($)', 'positions ($)'],
            points.map((one) => [timeCell(one.at), one.equity, one.cash, one.positions_value]),
            session,
          ),
    )
  },
}
