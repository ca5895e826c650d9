/** One change of the watchlists, such as a market more in one of them. */

import type { components } from '../../openapi-types.ts'

export type Watchlists = components['schemas']['Watchlists']
export type Lists = Watchlists['watchlists']

export type Change =
  /** `start` adds to a list that begins with it, if there is none of that name. */
  | { readonly act: 'start' | 'add' | 'drop'; readonly name: string; readonly svcIds: readonly number[] }
  | { readonly act: 'rename'; readonly name: string; readonly to: string }
  | { readonly act: 'create'; readonly name: string }
  | { readonly act: 'remove'; readonly name: string }

const MOST_LISTS = 20
const MOST_IN_LIST = 200
const MOST_IN_NAME = 100

/** The lists after the change; a sentence if it is not possible. A change that is already done changes nothing. */
export const applyChange = (lists: Lists, change: Change): Lists | string => {
  const { name } = change
  const others = lists.filter((one) => one.name !== name)
  if (change.act === 'create') return faultIn(name, lists) ?? [...lists, { name: name.trim(), svc_ids: [] }]
  if (change.act === 'remove') return others
  if (others.length === lists.length)
    return change.act === 'start'
      ? (faultIn(name, lists) ?? [...lists, { name, svc_ids: [...change.svcIds] }])
      : `The list ${name} does not exist any more.`
  if (change.act === 'rename')
    return faultIn(change.to, others) ?? replaced(lists, name, (one) => ({ ...one, name: change.to.trim() }))
  const { act, svcIds } = change
  const next = replaced(lists, name, (one) => ({ name, svc_ids: [...marketsOf(one.svc_ids, act, svcIds)] }))
  const isFull = act !== 'drop' && next.some(({ svc_ids }) => svc_ids.length > MOST_IN_LIST)
  return isFull ? `A list has at most ${MOST_IN_LIST} markets.` : next
}

type List = Lists[number]

const replaced = (lists: Lists, name: string, next: (list: List) => List): Lists =>
  lists.map((one) => (one.name === name ? next(one) : one))

const marketsOf = (before: readonly number[], act: string, svcIds: readonly number[]): readonly number[] =>
  act === 'drop'
    ? before.filter((one) => !svcIds.includes(one))
    : [...before, ...svcIds.filter((one) => !before.includes(one))]

/** Why a list cannot have the name; null if it can. */
const faultIn = (typed: string, others: Lists): string | null => {
  const name = typed.trim()
  if (name === '') return 'A list needs a name.'
  if (name.length > MOST_IN_NAME) return `A name has at most ${MOST_IN_NAME} characters.`
  if (others.some((one) => one.name === name)) return `There is a list ${name} already.`
  return others.length >= MOST_LISTS ? `There are at most ${MOST_LISTS} lists.` : null
}
