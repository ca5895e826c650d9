/** The watchlists of the user as entries of the palette. */

import { count } from '../format/words.ts'
import { goTo, to } from '../shell/navigation/route.ts'
import { watchlists } from '../watchlists/watchlists.ts'
import type { Entry } from './entry.ts'

export const listEntries = (): readonly Entry[] =>
  (watchlists.value?.watchlists ?? []).map(({ name, svc_ids }) => ({
    id: `list ${name}`,
    group: 'Watchlists',
    text: name,
    aside: count(svc_ids.length, 'market'),
    act: () => goTo(`${to('markets')}?${new URLSearchParams({ list: name })}`),
  }))
