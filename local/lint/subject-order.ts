/** The order of subjects inside each room: an import goes to the same subject or to one further down, which stands earlier in the list. */

import { dirname, join } from 'node:path/posix'

/** Subjects by room, bottom first. */
export const SUBJECT_ORDER: Readonly<Record<string, readonly string[]>> = {
  'shared/domain': [
    'kernel',
    'markets',
    'exchanges',
    'risk',
    'accounts',
    'orders',
    'hooks',
    'paper',
    'baskets',
    'portfolio',
    'complex-orders',
    'twap',
    'contingent',
    'price-watch',
    'webhooks',
    'streams',
    'work',
    'agents',
  ],
  'shared/ports': [
    'kernel',
    'accounts',
    'markets',
    'portfolio',
    'exchanges',
    'risk',
    'orders',
    'hooks',
    'price-watch',
    'webhooks',
    'streams',
    'work',
    'agents',
  ],
  'shared/contract': [
    'validation',
    'kernel',
    'accounts',
    'markets',
    'portfolio',
    'twap',
    'contingent',
    'orders',
    'baskets',
    'hooks',
    'risk',
    'webhooks',
    'streams',
    'agents',
    'openapi',
  ],
  'shared/use-cases': [
    'kernel',
    'work',
    'accounts',
    'markets',
    'portfolio',
    'risk',
    'orders',
    'hooks',
    'baskets',
    'twap',
    'contingent',
    'reconcile',
    'changes',
    'streams',
    'webhooks',
    'price-watch',
    'wind-down',
    'sweep',
    'agents',
  ],
  'shared/adapters/store': [
    'engine',
    'rows',
    'outbox',
    'accounts',
    'markets',
    'portfolio',
    'history',
    'orders',
    'hooks',
    'streams',
    'contingent',
    'webhooks',
    'work',
    'paper',
    'agents',
  ],
}

/** A file of the project: its path from the root of the project, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** `#use-cases/*` and its like, as package.json declares them: the prefix and its folder. */
export type Aliases = ReadonlyArray<readonly [prefix: string, folder: string]>

/** A sentence for each import that goes up, and for each subject that no list names. Empty if all is well. */
export const brokenSubjectOrder = (files: readonly SourceFile[], aliases: Aliases): readonly string[] =>
  files.flatMap((file) => {
    const from = placeOf(file.path)
    if (from === null) return []
    if (from.level < 0) return [`${file.path}: the subject ${from.subject} has no place in the order of ${from.room}`]
    return importsOf(file, aliases).flatMap((path) => {
      const to = placeOf(path)
      if (to === null || to.room !== from.room || to.level <= from.level) return []
      return [`${file.path} imports ${path}: in ${from.room}, ${to.subject} is above ${from.subject}`]
    })
  })

interface Place {
  readonly room: string
  readonly subject: string
  /** Place in the order, 0 at the bottom; -1 for a subject that the order does not name. */
  readonly level: number
}

/** Null for a file outside these rooms, and for one that belongs to no subject. */
const placeOf = (path: string): Place | null => {
  for (const [room, order] of Object.entries(SUBJECT_ORDER)) {
    if (!path.startsWith(`${room}/`)) continue
    const [subject = '', ...rest] = path.slice(room.length + 1).split('/')
    return rest.length === 0 ? null : { room, subject, level: order.indexOf(subject) }
  }
  return null
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g

const importsOf = ({ path, text }: SourceFile, aliases: Aliases): readonly string[] =>
  [...text.matchAll(IMPORT)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return [join(dirname(path), name)]
    const alias = aliases.find(([prefix]) => name.startsWith(prefix))
    return alias === undefined ? [] : [alias[1] + name.slice(alias[0].length)]
  })
