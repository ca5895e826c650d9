/** The command that lists the hooks of alerts, adds, changes and deletes them. */

import type { components } from '../../openapi-types.ts'
import { type Command, CommandFailed, must, type Options, type Session, show } from '../command.ts'
import { drawHook, drawHooks } from '../draw/hook.ts'
import { onlyMatch } from '../find/only-match.ts'
import { sendOnce } from '../send-once.ts'
import { HOOK_TIMES, hookBody } from '../typed/hook-body.ts'
import { hookLimits } from '../typed/hook-limits.ts'
import { oneOf } from '../typed/options.ts'
import { ORDER_OPTIONS, ORDER_TYPED_AS } from './orders.ts'

type Hook = components['schemas']['Hook']
type CreatedHook = components['schemas']['CreatedHook']

const ACTIONS = ['add', 'show', 'change', 'on', 'off', 'rotate', 'delete'] as const

const LIMITS = {
  '--per-day <count>': 'with add or change: orders in a UTC day',
  '--cost-per-day <dollars>': 'with add or change: what its orders may cost in a UTC day, or none',
  '--ends <time>': 'with add or change: when it ends: a time, a duration such as 8h, or none',
}

/** Options of an order that the template of a hook has, too. */
const OF_ORDER = ['max-slippage', 'protection-price', 'post-only', 'reduce-only', 'cancel-on-pause']

export const hooks: Command = {
  group: 'Account',
  words: '[action] [name|id] [order...]',
  actions: ACTIONS,
  does: 'lists your hooks, which place prepared orders for alerts; add makes one, rotate gives it a new secret',
  options: {
    '--min-price <price>': 'with add: the alert may choose a price, this one at least',
    '--max-price <price>': 'with add: and this one at most',
    '--min-qty <contracts>': 'with add: the alert may choose a quantity from this one to qty',
    ...LIMITS,
    '--tif <kind>': { does: 'time in force', oneOf: HOOK_TIMES },
    ...Object.fromEntries(
      Object.entries(ORDER_OPTIONS).filter(([flags]) => OF_ORDER.some((name) => flags.startsWith(`--${name}`))),
    ),
  },
  typedAs: {
    ...Object.fromEntries(Object.entries(ORDER_TYPED_AS).map(([field, typed]) => [`template.${field}`, typed])),
    'fields.price.min': '--min-price',
    'fields.price.max': '--max-price',
    'fields.qty.min': '--min-qty',
    'limits.max_orders_per_day': '--per-day',
    'limits.max_cost_per_day': '--cost-per-day',
    'limits.expires_at': '--ends',
  },
  run: async (session, [word, target, ...terms], options) => {
    const action = word === undefined ? null : oneOf(ACTIONS, word, 'The first word')
    if (action !== 'add') refuseMore(action, terms, options)
    if (action === null) return listed(session)
    if (target === undefined) throw new CommandFailed(`The ${action === 'add' ? 'name' : 'id'} is missing.`, true)
    if (action === 'add') return created(session, await add(session, target, terms, options))
    const hook = await hookOf(session, target)
    if (action === 'show') return shown(session, hook)
    if (action === 'rotate') return created(session, await rotate(session, hook))
    if (action === 'delete') return remove(session, hook)
    const limits = action === 'change' ? { limits: { ...hook.limits, ...hookLimits(options) } } : null
    return shown(session, await change(session, hook, limits ?? { is_active: action === 'on' }))
  },
}

/** Refuses words and options that the action has no use for. */
const refuseMore = (action: string | null, [extra]: readonly string[], options: Options): void => {
  if (extra !== undefined) throw new CommandFailed(`${action} takes an id only: ${extra} is one word too many.`, true)
  const typed = Object.keys(options).filter((name) => options[name] !== undefined)
  const limits = Object.keys(hookLimits(options)).length
  if (action === 'change' && limits === 0)
    throw new CommandFailed('change needs --per-day, --cost-per-day or --ends.', true)
  if (typed.length > (action === 'change' ? limits : 0))
    throw new CommandFailed('The options go with add; limits also with change.', true)
}

const read = async ({ client, signal }: Session): Promise<readonly Hook[]> =>
  must(await client.GET('/v1/hooks', { signal }))

/** The one hook whose id was typed, or abbreviated. */
const hookOf = async (session: Session, typed: string): Promise<Hook> =>
  onlyMatch(await read(session), ({ hook_id }) => hook_id, typed, 'hook')

const listed = async (session: Session): Promise<void> => {
  const found = await read(session)
  show(session, found, () => (found.length === 0 ? 'There are no hooks.' : drawHooks(found, session)))
}

const shown = (session: Session, hook: Hook): void => show(session, hook, () => drawHook(hook))

const add = async (
  session: Session,
  name: string,
  terms: readonly string[],
  options: Options,
): Promise<CreatedHook> => {
  const body = await hookBody(session, name, terms, options)
  const { client, signal } = session
  return sendOnce(session, (key) =>
    client.POST('/v1/hooks', { params: { header: { 'Idempotency-Key': key } }, body, signal }),
  )
}

const rotate = async (session: Session, { hook_id }: Hook): Promise<CreatedHook> => {
  const { client, signal } = session
  return sendOnce(session, (key) => {
    const params = { path: { hook_id }, header: { 'Idempotency-Key': key } }
    return client.POST('/v1/hooks/{hook_id}/rotate-secret', { params, signal })
  })
}

const created = (session: Session, hook: CreatedHook): void => {
  const secret = hook.secret === null ? '' : `\nIts secret, which is shown only now: ${hook.secret}`
  show(session, hook, () => `${hook.hook_id}${secret}`)
}

const change = async (
  { client }: Session,
  { hook_id }: Hook,
  body: components['schemas']['ChangeHook'],
): Promise<Hook> => must(await client.PATCH('/v1/hooks/{hook_id}', { params: { path: { hook_id } }, body }))

const remove = async (session: Session, { hook_id }: Hook): Promise<void> => {
  const { error, response } = await session.client.DELETE('/v1/hooks/{hook_id}', { params: { path: { hook_id } } })
  if (!response.ok) must({ error, response })
  show(session, { deleted_hook_id: hook_id }, () => `${hook_id}  deleted`)
}
