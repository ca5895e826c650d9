/** Chooses markets by search. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Market } from '../../api/types.ts'
import { useLive } from '../../live/use-live.ts'
import { useSettled } from '../../live/use-settled.ts'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { TextField } from '../../parts/form/text-field.tsx'

interface Props {
  readonly chosen: readonly Market[]
  readonly change: (markets: readonly Market[]) => void
}

export const MarketPicker = ({ chosen, change }: Props) => {
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const { data, problem } = useLive(
    q,
    () => ask(api.GET('/v1/markets/search', { params: { query: { q, limit: 6 } } })),
    { everyS: 60 },
  )
  const isChosen = (market: Market) => chosen.some(({ svc_id }) => svc_id === market.svc_id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it
    <div
      class="stack"
      // Enter searches, and does not send the form around.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      }}
    >
      <TextField
        label="Markets"
        path="svc_ids"
        type="search"
        placeholder="Search markets to add"
        value={text}
        change={setText}
        fault={problem?.detail}
      />
      <ul class="stack">
        {[...chosen, ...(data?.results ?? []).filter((market) => !isChosen(market))].map((market) => (
          <li key={market.svc_id} class="line">
            <span>
              <ExchangeBadge name={market.exchange_name} /> {market.name}
            </span>
            <button
              type="button"
              class="button compact"
              aria-label={`${isChosen(market) ? 'Remove' : 'Add'} ${market.name}`}
              onClick={() =>
                change(isChosen(market) ? chosen.filter(({ svc_id }) => svc_id !== market.svc_id) : [...chosen, market])
              }
            >
              {isChosen(market) ? 'Remove' : 'Add'}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
