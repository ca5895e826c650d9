/** Commands that show and set risk limits, halt a subaccount, and end the halt. */

import type { components } from '../../openapi-types.ts'
import { type Command, must, type Options, type Session, show } from '../command.ts'
import { drawTable } from '../draw/table.ts'
import { numberOf, subaccountOf } from '../typed/read-words.ts'

type Limits = components['schemas']['Limits']
type SetLimits = components['schemas']['SetLimits']

const OPTIONS = {
  'max-order-qty': 'max_order_qty',
  'max-order-cost': 'max_order_cost',
  'max-open-orders': 'max_open_orders',
  'max-daily-loss': 'max_daily_loss',
  'mcp-daily-cost': 'mcp_daily_cost',
} as const satisfies Readonly<Record<string, keyof SetLimits>>

type Option = keyof typeof OPTIONS
const isOption = (name: string): name is Option => Object.hasOwn(OPTIONS, name)

export const limits: Command = {
  group: 'Account',
  does: 'shows the risk limits and how much of each is used; options set limits, "none" lifts one',
  options: {
    '--max-order-qty <contracts>': 'largest order',
    '--max-order-cost <dollars>': 'most that an order may cost',
    '--max-open-orders <count>': 'most orders at a time',
    '--max-daily-loss <dollars>': 'loss of a day that halts trading',
    '--mcp-daily-cost <dollars>': 'most that orders of agents may cost in a UTC day',
  },
  typedAs: Object.fromEntries(Object.entries(OPTIONS).map(([name, field]) => [field, `--${name}`])),
  run: async (session, _words, options) => {
    const body = bodyOf(options)
    const found = Object.keys(body).length === 0 ? await read(session) : await set(session, body)
    show(session, found, () => drawLimits(found))
  },
}

export const halt: Command = {
  group: 'Account',
  does: 'refuses new orders from now on; cancels and orders that reduce a position still pass; resting orders stay, see cancel all',
  run: async (session) => {
    const path = '/v1/subaccounts/{subaccount_id}/halt'
    const found = must(await session.client.POST(path, at(session)))
    show(session, found, () => 'Halted. Resting orders stay on the books; cancel all removes them.')
  },
}

export const resume: Command = {
  group: 'Account',
  does: 'ends the halt',
  run: async (session) => {
    const found = await set(session, { halted: false })
    show(session, found, () => 'The halt has ended.')
  },
}

const at = (session: Session) => ({ params: { path: { subaccount_id: subaccountOf(session) } } })

const read = async (session: Session): Promise<Limits> =>
  must(await session.client.GET('/v1/subaccounts/{subaccount_id}/limits', at(session)))

const set = async (session: Session, body: SetLimits): Promise<Limits> =>
  must(await session.client.PUT('/v1/subaccounts/{subaccount_id}/limits', { ...at(session), body }))

const bodyOf = (options: Options): SetLimits =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([name, text]) => isOption(name) && text !== undefined)
      .map(([name, text]) => [
        isOption(name) ? OPTIONS[name] : name,
        text === 'none' ? null : numberOf(text, `--${name}`),
      ]),
  )

const drawLimits = (found: Limits): string => {
  const table = drawTable(
    ['limit', 'at', 'used'],
    [
      ['max_order_qty', found.max_order_qty ?? 'none', null],
      ['max_order_cost ($)', found.max_order_cost ?? 'none', null],
      ['max_open_orders', found.max_open_orders ?? 'none', found.open_orders],
      ['max_daily_loss ($)', found.max_daily_loss ?? 'none', found.worst_daily_loss],
      ['mcp_daily_cost ($)', found.mcp_daily_cost ?? 'none', found.mcp_cost_today],
    ],
  )
  return found.halted ? `${table}\nTrading is halted. resume ends the halt.` : table
}
