/** The watchlists as tabs over the rows, with buttons that make, rename and remove a list. */

import { ConfirmDialog } from '../parts/dialog/confirm-dialog.tsx'
import { DialogButton } from '../parts/dialog/dialog-button.tsx'
import { canTrade } from '../session/session.ts'
import { NameDialog } from './name-dialog.tsx'
import { changeWatchlists, watchlists } from './watchlists.ts'

interface Props {
  /** Name of the chosen list; empty for all markets. */
  readonly value: string
  readonly choose: (name: string) => void
}

export const ListTabs = ({ value, choose }: Props) => {
  const lists = watchlists.value?.watchlists ?? []
  const chosen = lists.find(({ name }) => name === value)
  return (
    <div class="list-tabs">
      <fieldset class="chips" aria-label="List">
        {['', ...lists.map(({ name }) => name)].map((name) => (
          <button key={name} type="button" class="chip" aria-pressed={name === value} onClick={() => choose(name)}>
            {name === '' ? 'All markets' : `★ ${name}`}
          </button>
        ))}
      </fieldset>
      {canTrade.value && watchlists.value !== null ? (
        <div class="row">
          <DialogButton
            class="compact"
            text="New list"
            dialog={(close) => (
              <NameDialog
                title="New watchlist"
                first=""
                confirm="Make it"
                close={close}
                act={(name) => changeWatchlists({ act: 'create', name })}
                then={(name) => choose(name)}
              />
            )}
          />
          {chosen === undefined ? null : (
            <>
              <DialogButton
                class="compact"
                text="Rename"
                dialog={(close) => (
                  <NameDialog
                    title={`Rename ${value}`}
                    first={value}
                    confirm="Rename"
                    close={close}
                    act={(to) => changeWatchlists({ act: 'rename', name: value, to })}
                    then={(name) => choose(name)}
                  />
                )}
              />
              <DialogButton
                class="compact"
                text="Remove"
                dialog={(close) => (
                  <ConfirmDialog
                    title={`Remove ${value}?`}
                    close={close}
                    confirm="Remove the list"
                    isDanger
                    act={() => changeWatchlists({ act: 'remove', name: value })}
                    then={() => {
                      choose('')
                      close()
                    }}
                  >
                    <p>The list ends. Nothing else happens to its markets.</p>
                  </ConfirmDialog>
                )}
              />
            </>
          )}
        </div>
      ) : null}
    </div>
  )
}
