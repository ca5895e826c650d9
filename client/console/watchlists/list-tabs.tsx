/** The watchlists as tabs over the rows, with buttons that make, rename and remove a list. */

import type { ComponentChildren } from 'preact'
import { ConfirmDialog } from '../parts/dialog/confirm-dialog.tsx'
import { DialogButton } from '../parts/dialog/dialog-button.tsx'
import { canTrade } from '../session/session.ts'
import { NameDialog } from './name-dialog.tsx'
import { changeWatchlists, watchlists } from './watchlists.ts'

interface Props {
  /** Name of the chosen list; empty for all markets. */
  readonly value: string
  readonly choose: (name: string) => void
  /** Content at the right, before the buttons. */
  readonly children: ComponentChildren
}

export const ListTabs = ({ value, choose, children }: Props) => {
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
      <div class="row">
        {children}
        {canTrade.value && watchlists.value !== null ? (
          <>
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
          </>
        ) : null}
      </div>
    </div>
  )
}
