/** Markets that the service finds for the typed text, as entries of the palette. */

import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import { EXCHANGES } from '../format/exchanges.ts'
import { count } from '../format/words.ts'
import { useLive } from '../live/use-live.ts'
import { useSettled } from '../live/use-settled.ts'
import { go } from '../shell/navigation/route.ts'
import type { Entry } from './entry.ts'

interface FoundMarkets {
  readonly entries: readonly Entry[]
  /** False while the entries belong to an earlier text, or no answer has come. */
  readonly isNow: boolean
  /** How many there are, or why none could be found. */
  readonly says: string
}

export const useFoundMarkets = (typed: string): FoundMarkets => {
  const settled = useSettled(typed, 120)
  const found = useLive(
    settled,
    () => ask(api.GET('/v1/markets/search', { params: { query: { q: settled, limit: 8 } } })),
    { everyS: 600, subject: settled === '' ? '' : 'found' },
  )
  const isOver = found.problem !== null || (found.data !== null && !found.isOutgrown)
  return {
    entries: (found.data?.results ?? []).map(({ svc_id, name, subtitle, exchange_name }) => ({
      id: `market ${svc_id}`,
      group: 'Markets',
      text: subtitle === null || subtitle === '' ? name : `${name} ${subtitle}`,
      aside: EXCHANGES[exchange_name],
      act: () => go('markets', svc_id),
    })),
    isNow: settled === typed && isOver,
    says: found.problem?.detail ?? count(found.data?.total ?? 0, 'market'),
  }
}
