/** The list behind the bell: newest first, each with the way to it; below it the choice of further signals. */

import { time } from '../format/time.ts'
import { Empty } from '../parts/empty.tsx'
import { Check } from '../parts/form/check.tsx'
import { subaccounts } from '../session/session.ts'
import { isBlocked, isWanted, want } from './alerts.ts'
import type { Entry } from './entry.ts'
import { clearAll, notifications } from './notifications.ts'

export const NotificationList = () => {
  const { entries } = notifications.value
  return (
    <>
      <header>
        <h2>Notifications</h2>
        {entries.length === 0 ? null : (
          <button type="button" class="button compact" onClick={clearAll}>
            Clear
          </button>
        )}
      </header>
      {entries.length === 0 ? (
        <Empty next={['#/markets', 'Search for a market']}>
          Fills, fired stops, refusals, halts and payouts show here as they happen, also those of your programs.
        </Empty>
      ) : (
        <ol>
          {entries.map((entry) => (
            <li key={entry.key} class={entry.kind}>
              <a href={entry.href}>
                <span class="strong">{entry.title}</span>
                <span>{entry.text}</span>
                <span class="muted small">
                  {time(entry.at)}
                  {placeOf(entry)}
                </span>
              </a>
            </li>
          ))}
        </ol>
      )}
      <footer>
        <Check
          label="Notify me in the browser while I am elsewhere"
          value={isWanted('alerts-browser')}
          change={(on) => void want('alerts-browser', on)}
        />
        <Check label="Play a sound" value={isWanted('alerts-sound')} change={(on) => void want('alerts-sound', on)} />
        {isBlocked.value === '' ? null : <p class="small sell">{isBlocked.value}</p>}
      </footer>
    </>
  )
}

/** Name of the subaccount, if there are several. */
const placeOf = ({ subaccountId, title }: Entry): string => {
  const all = subaccounts.value ?? []
  const { name = '' } = all.find(({ subaccount_id }) => subaccount_id === subaccountId) ?? {}
  return all.length < 2 || name === '' || name === title ? '' : ` · ${name}`
}
