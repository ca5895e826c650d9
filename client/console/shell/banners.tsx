/** Warnings on every page: the service is silent, an exchange refuses or does not confirm, the subaccount is halted. */

import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import { silentSince } from '../api/reach.ts'
import { EXCHANGES } from '../format/exchanges.ts'
import { time } from '../format/time.ts'
import { count } from '../format/words.ts'
import { useLive } from '../live/use-live.ts'
import { Note } from '../parts/note.tsx'
import { Told } from '../parts/told.tsx'
import { subaccount } from '../session/session.ts'
import { accounts } from './accounts.ts'
import { isHalted } from './halt/halted.ts'
import { readUnconfirmed, unconfirmed } from './unconfirmed.ts'

export const Banners = () => {
  const subaccount_id = subaccount.value?.subaccount_id ?? ''
  useLive(
    subaccount_id,
    async () => {
      const answer = await ask(
        api.GET('/v1/subaccounts/{subaccount_id}/limits', { params: { path: { subaccount_id } } }),
      )
      if (answer.ok) isHalted.value = answer.data.halted
      return answer
    },
    { everyS: 15, topics: ['limits'] },
  )
  const health = useLive(
    'health',
    async () => {
      const answer = await ask(api.GET('/v1/health'))
      if (answer.ok) accounts.value = answer.data.accounts
      return answer
    },
    { everyS: 15 },
  )
  useLive(
    'unconfirmed',
    async () => {
      const answer = await readUnconfirmed()
      if (answer.ok) unconfirmed.value = answer.data
      return answer
    },
    // While there is none, their number is no reason to read on each change of an order.
    { everyS: 15, topics: unconfirmed.value?.length ? ['orders'] : [] },
  )
  return (
    <>
      {silentSince.value === null ? null : (
        <Note kind="bad">
          The service does not answer. What you see is from {time(silentSince.value)} and may be wrong. Orders and stops
          go on without this page.
        </Note>
      )}
      {health.data?.refusals?.map(({ exchange, since, reason, tried_again_at }) => (
        <Note key={exchange} kind="bad">
          {EXCHANGES[exchange]} refuses orders since {time(since)}: {reason.replace(/\.$/, '')}. One order tries again
          at {time(tried_again_at)}. <Told>Follow it on the page Health.</Told>
        </Note>
      ))}
      {unconfirmed.value?.map(({ exchange, orders, since }) => (
        <Note key={exchange} kind="bad">
          {EXCHANGES[exchange]} has not confirmed {count(orders, 'order')}; the first is of {time(since)}. The service
          finds out: do not place them again. <Told>Follow it on the page Health.</Told>
        </Note>
      ))}
      {health.data?.cost_stop?.halts_new_orders ? (
        <Note kind="bad">
          New orders of all users are halted since {time(health.data.cost_stop.since)}: requests or costs are far above
          normal. Cancels, exits and orders that reduce a position go on. The owner of the service ends the halt.
        </Note>
      ) : null}
      {health.data?.price_watch
        ?.filter(({ status }) => status === 'failing' || status === 'stopped')
        .map(({ exchange, status, failing_since }) => (
          <Note key={exchange} kind="warn">
            Prices of {EXCHANGES[exchange]} are{' '}
            {status === 'failing' ? `not answered since ${time(failing_since)}` : 'not watched'}. Stops there cannot
            fire until they are.
          </Note>
        ))}
      {isHalted.value ? (
        <Note kind="warn">
          {subaccount.value?.name} is halted. Only cancels and orders that reduce a position are taken.{' '}
          <Told>End the halt on the page Limits.</Told>
        </Note>
      ) : null}
    </>
  )
}
