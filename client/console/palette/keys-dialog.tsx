/** The list of all keys, made from the table that the handlers are registered by. */

import { BackButton } from '../parts/dialog/back-button.tsx'
import { Dialog } from '../parts/dialog/dialog.tsx'
import { Check } from '../parts/form/check.tsx'
import { close } from '../shell/opened.ts'
import { hasSingleKeys, SHORTCUTS, turnSingleKeys } from '../shell/shortcuts.ts'
import { KeyCaps } from './key-caps.tsx'

export const KeysDialog = () => (
  <Dialog title="Keys" close={close}>
    {SHORTCUTS.map(([group, shortcuts]) => (
      <section key={group} class="stack-tight">
        <h3>{group}</h3>
        <dl class="key-list">
          {shortcuts.map(({ keys, does }) => (
            <div key={keys}>
              <dt>{does}</dt>
              <dd>
                <KeyCaps of={keys} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
    <Check label="Single keys act" value={hasSingleKeys.value} change={turnSingleKeys} />
    <div class="foot">
      <BackButton close={close}>Close</BackButton>
    </div>
  </Dialog>
)
