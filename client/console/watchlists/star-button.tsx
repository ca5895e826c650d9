/** The star of a market: filled while the market is in a watchlist. With several lists it asks for which. */

import { useState } from 'preact/hooks'
import { canTrade } from '../session/session.ts'
import { ListsDialog } from './lists-dialog.tsx'
import { sayChange } from './say-change.ts'
import { watchlists } from './watchlists.ts'

interface Props {
  readonly svcId: number
  readonly market: string
  /** The list that the page shows: the star is about that one. */
  readonly list?: string | undefined
}

/** Made by the first star. */
const FIRST_LIST = 'Watchlist'

export const StarButton = ({ svcId, market, list }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const lists = watchlists.value?.watchlists ?? null
  const holding = (lists ?? []).filter(({ svc_ids }) => svc_ids.includes(svcId)).map(({ name }) => name)
  const isStarred = list === undefined ? holding.length > 0 : holding.includes(list)
  const target = list ?? (lists?.length === 1 ? lists[0]?.name : undefined)
  const click = async (): Promise<void> => {
    if (lists === null || !canTrade.value) return
    if (target === undefined && lists.length > 1) return setOpen(true)
    const act = target === undefined ? 'start' : isStarred ? 'drop' : 'add'
    await sayChange({ act, name: target ?? FIRST_LIST, svcIds: [svcId] })
  }
  return (
    <>
      <button
        type="button"
        class="star"
        aria-pressed={isStarred}
        aria-label={`Watch ${market}`}
        aria-disabled={lists === null || !canTrade.value}
        title={canTrade.value ? (isStarred ? 'Watched' : 'Watch') : 'This key only reads: it cannot change watchlists'}
        onClick={() => void click()}
      >
        <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
          <path d="M8 1.6l1.95 4.1 4.5.6-3.3 3.1.82 4.5L8 11.7l-3.97 2.2.82-4.5-3.3-3.1 4.5-.6z" />
        </svg>
      </button>
      {isOpen ? <ListsDialog svcId={svcId} market={market} close={() => setOpen(false)} /> : null}
    </>
  )
}
