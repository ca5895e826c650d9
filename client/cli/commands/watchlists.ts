/** The command that shows and changes the watchlists. */

import type { components } from '../../openapi-types.ts'
import { type Command, CommandFailed, must, type Session, show } from '../command.ts'
import { printable } from '../draw/printable.ts'
import { drawTable } from '../draw/table.ts'
import { findMarket } from '../find/find-market.ts'
import { oneOf } from '../typed/options.ts'

type Watchlists = components['schemas']['Watchlists']
type Lists = Watchlists['watchlists']

const ACTIONS = ['add', 'remove', 'delete'] as const

export const watchlists: Command = {
  group: 'Markets',
  words: '[action] [name] [markets...]',
  actions: ACTIONS,
  does: 'shows your lists of markets; add and remove change the markets of a list, delete ends the list',
  run: async (session, [word, name, ...words]) => {
    const stored = must(await session.client.GET('/v1/watchlists', { signal: session.signal }))
    if (word === undefined) return shown(session, stored)
    const action = oneOf(ACTIONS, word, 'The first word')
    if (name === undefined) throw new CommandFailed('The name of the list is missing.', true)
    const lists =
      action === 'delete'
        ? without(stored.watchlists, name)
        : changed(stored.watchlists, { name, action, svcIds: await marketsOf(session, words) })
    const body = { version: stored.version, watchlists: lists }
    shown(session, must(await session.client.PUT('/v1/watchlists', { body })))
  },
}

const marketsOf = async ({ client }: Session, words: readonly string[]): Promise<readonly number[]> => {
  if (words.length === 0) throw new CommandFailed('The markets are missing.', true)
  const svcIds: number[] = []
  for (const word of words)
    svcIds.push(/^\d{1,16}$/.test(word) ? Number(word) : (await findMarket(client, word)).svc_id)
  return svcIds
}

interface Change {
  readonly name: string
  readonly action: 'add' | 'remove'
  readonly svcIds: readonly number[]
}

/** A list that does not exist begins with the first market that is added. */
const changed = (lists: Lists, { name, action, svcIds }: Change): Lists => {
  if (action === 'add' && lists.every((one) => one.name !== name)) return [...lists, { name, svc_ids: [...svcIds] }]
  return existing(lists, name).map((one) => {
    if (one.name !== name) return one
    const others = one.svc_ids.filter((svcId) => !svcIds.includes(svcId))
    return { name, svc_ids: action === 'add' ? [...new Set([...one.svc_ids, ...svcIds])] : others }
  })
}

const without = (lists: Lists, name: string): Lists => existing(lists, name).filter((one) => one.name !== name)

/** The lists, if one of them has that name. */
const existing = (lists: Lists, name: string): Lists => {
  if (lists.some((one) => one.name === name)) return lists
  const names = lists.map((one) => one.name).join(', ')
  throw new CommandFailed(`There is no list ${name}. ${names === '' ? 'You have none.' : `Yours are: ${names}.`}`)
}

const shown = (session: Session, found: Watchlists): void =>
  show(session, found, () => {
    if (found.watchlists.length === 0) return 'There are no watchlists.'
    const rows = found.watchlists.map(({ name, svc_ids }) => [printable(name), svc_ids.length, svc_ids.join(' ')])
    return drawTable([{ name: 'list', kind: 'text' }, 'markets', { name: 'svc_ids', kind: 'text' }], rows, session)
  })
