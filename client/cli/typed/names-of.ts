/** Reads the name and the tag of the options. */

import type { Options } from '../command.ts'

export const namesOf = (options: Options): { readonly client_order_id?: string; readonly tag?: string } => {
  const name = options['client-order-id']
  return { ...(typeof name === 'string' ? { client_order_id: name } : {}), ...tagOf(options) }
}

export const tagOf = ({ tag }: Options): { readonly tag?: string } => (typeof tag === 'string' ? { tag } : {})

/** The option of a command whose orders get a tag. */
export const TAG_OPTION = { '--tag <text>': 'your label for a strategy, by which orders, fills and gains are found' }
