/** All commands by name, in the order of the help. */

import type { Command, LocalCommand } from './command.ts'
import { amend } from './commands/amend.ts'
import { cancel } from './commands/cancel.ts'
import { completion } from './commands/completion.ts'
import { events } from './commands/events.ts'
import { follow } from './commands/follow.ts'
import { history } from './commands/history.ts'
import { hooks } from './commands/hooks.ts'
import { close, flatten } from './commands/leave.ts'
import { halt, limits, resume } from './commands/limits.ts'
import { login, logout, profiles } from './commands/login.ts'
import { book, chart, search } from './commands/markets.ts'
import { mcp } from './commands/mcp.ts'
import { buy, orders, sell } from './commands/orders.ts'
import { pnl } from './commands/pnl.ts'
import { balances, fills, positions, redeem } from './commands/portfolio.ts'
import { preview } from './commands/preview.ts'
import { fees, quotes, trades } from './commands/prices.ts'
import { quotas } from './commands/quotas.ts'
import { stop } from './commands/stop.ts'
import { stops } from './commands/stops.ts'
import { subaccounts } from './commands/subaccounts.ts'
import { deadMansSwitch } from './commands/switch.ts'
import { twap } from './commands/twap.ts'
import { watchlists } from './commands/watchlists.ts'
import { webhooks } from './commands/webhooks.ts'

export const COMMANDS: Readonly<Record<string, Command | LocalCommand>> = {
  search,
  events,
  book,
  chart,
  quotes,
  trades,
  fees,
  watchlists,
  buy,
  sell,
  preview,
  twap,
  orders,
  stop,
  stops,
  amend,
  cancel,
  positions,
  close,
  flatten,
  redeem,
  fills,
  pnl,
  balances,
  history,
  follow,
  subaccounts,
  limits,
  quotas,
  halt,
  resume,
  switch: deadMansSwitch,
  webhooks,
  hooks,
  login,
  logout,
  profiles,
  completion,
  mcp,
}
