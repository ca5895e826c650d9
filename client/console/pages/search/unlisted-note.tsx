/** Says that markets of a watchlist have left the catalogue, and takes them out. */

import { count } from '../../format/words.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { canTrade } from '../../session/session.ts'
import { changeWatchlists } from '../../watchlists/watchlists.ts'

interface Props {
  readonly list: string
  readonly watched: readonly number[]
  readonly shown: readonly number[]
}

export const UnlistedNote = ({ list, watched, shown }: Props) => {
  const gone = watched.filter((svcId) => !shown.includes(svcId))
  if (gone.length === 0) return null
  return (
    <p class="inside row muted small">
      {count(gone.length, 'market')} of the list ended some days ago and cannot be shown any more.
      {canTrade.value ? (
        <ActButton class="compact" act={() => changeWatchlists({ act: 'drop', name: list, svcIds: gone })}>
          Take out
        </ActButton>
      ) : null}
    </p>
  )
}
