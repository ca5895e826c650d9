/** The command that lists webhooks, adds, tests and deletes them. */

import type { components } from '../../openapi-types.ts'
import { type Command, CommandFailed, must, type Options, type Session, show } from '../command.ts'
import { printable } from '../draw/printable.ts'
import { drawTable } from '../draw/table.ts'
import { onlyMatch } from '../find/only-match.ts'
import { sendOnce } from '../send-once.ts'
import { oneOf } from '../typed/options.ts'

type Webhook = components['schemas']['Webhook']

const ACTIONS = ['add', 'test', 'delete'] as const
const KINDS = ['standard', 'discord', 'slack', 'telegram'] as const
const EVENTS: ReadonlyArray<components['schemas']['EventType']> = [
  'order.created',
  'order.updated',
  'order.filled',
  'fill.reversed',
  'complex_order.updated',
  'complex_order.exit_incomplete',
  'market.decided',
  'position.settled',
  'subaccount.halted',
  'subaccount.resumed',
  'webhook.test',
]

export const webhooks: Command = {
  group: 'Account',
  words: '[action] [address|id]',
  actions: ACTIONS,
  does: 'lists your webhooks; add takes an address, test and delete an id',
  options: {
    '--kind <kind>': { does: 'with add: the receiver; the chats get one readable line for each event', oneOf: KINDS },
    '--events <types>': 'with add: only these, separated by commas, such as order.filled,order.updated',
    '--description <text>': 'with add: a text of your own',
  },
  typedAs: { url: 'The address', events: '--events', description: '--description' },
  run: async (session, [word, target], options) => {
    if (word === undefined) return listed(session)
    const action = oneOf(ACTIONS, word, 'The first word')
    if (target === undefined) throw new CommandFailed(`The ${action === 'add' ? 'address' : 'id'} is missing.`, true)
    if (action === 'add') return added(session, target, options)
    if (Object.values(options).some((said) => said !== undefined))
      throw new CommandFailed('The options go with add.', true)
    const webhook_id = await webhookIdOf(session, target)
    return action === 'test' ? tested(session, webhook_id) : deleted(session, webhook_id)
  },
}

const read = async ({ client, signal }: Session): Promise<readonly Webhook[]> =>
  must(await client.GET('/v1/webhooks', { signal }))

const listed = async (session: Session): Promise<void> => {
  const found = await read(session)
  show(session, found, () => (found.length === 0 ? 'There are no webhooks.' : drawn(found, session)))
}

const drawn = (found: readonly Webhook[], session: Session): string =>
  drawTable(
    [
      { name: 'id', kind: 'id' },
      'kind',
      { name: 'address', kind: 'text' },
      'state',
      { name: 'events', kind: 'text', drop: 2 },
      { name: 'description', kind: 'text', drop: 1 },
    ],
    found.map((one) => [
      one.webhook_id,
      one.kind,
      printable(one.url),
      stateOf(one),
      one.events?.join(' ') ?? 'all',
      printable(one.description ?? ''),
    ]),
    session,
  )

const stateOf = ({ is_active, disabled_reason, failing_since }: Webhook): string => {
  if (!is_active) return disabled_reason === null ? 'off' : `off, ${disabled_reason}`
  return failing_since === null ? 'on' : 'on, failing'
}

const added = async (session: Session, url: string, options: Options): Promise<void> => {
  const { kind, events, description } = options
  const body = {
    url,
    ...(kind === undefined ? {} : { kind: oneOf(KINDS, String(kind), '--kind') }),
    ...(events === undefined
      ? {}
      : {
          events: String(events)
            .split(',')
            .map((type) => oneOf(EVENTS, type.trim(), '--events')),
        }),
    ...(description === undefined ? {} : { description: String(description) }),
  }
  const { client, signal } = session
  const made = await sendOnce(session, (key) =>
    client.POST('/v1/webhooks', { params: { header: { 'Idempotency-Key': key } }, body, signal }),
  )
  const secret = made.secret === null ? '' : `\nIts secret, which is shown only now: ${made.secret}`
  show(session, made, () => `${made.webhook_id}${secret}`)
}

const tested = async (session: Session, webhook_id: string): Promise<void> => {
  const { client, signal } = session
  const sent = await sendOnce(session, (key) => {
    const params = { path: { webhook_id }, header: { 'Idempotency-Key': key } }
    return client.POST('/v1/webhooks/{webhook_id}/test', { params, signal })
  })
  show(session, sent, () => `A test is on its way to ${webhook_id}.`)
}

const deleted = async (session: Session, webhook_id: string): Promise<void> => {
  const { error, response } = await session.client.DELETE('/v1/webhooks/{webhook_id}', {
    params: { path: { webhook_id } },
  })
  if (!response.ok) must({ error, response })
  show(session, { deleted_webhook_id: webhook_id }, () => `${webhook_id}  deleted`)
}

/** The one webhook whose id was typed, or abbreviated. */
const webhookIdOf = async (session: Session, typed: string): Promise<string> => {
  const idOf = ({ webhook_id }: Webhook): string => webhook_id
  return idOf(onlyMatch(await read(session), idOf, typed, 'webhook'))
}
