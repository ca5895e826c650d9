/** The watchlists of one market, each with a check. */

import { BackButton } from '../parts/dialog/back-button.tsx'
import { Dialog } from '../parts/dialog/dialog.tsx'
import { Check } from '../parts/form/check.tsx'
import { sayChange } from './say-change.ts'
import { watchlists } from './watchlists.ts'

interface Props {
  readonly svcId: number
  readonly market: string
  readonly close: () => void
}

export const ListsDialog = ({ svcId, market, close }: Props) => (
  <Dialog title="Watchlists" close={close}>
    <p class="muted">{market}</p>
    {watchlists.value?.watchlists.map(({ name, svc_ids }) => (
      <Check
        key={name}
        label={name}
        value={svc_ids.includes(svcId)}
        change={(isIn) => void sayChange({ act: isIn ? 'add' : 'drop', name, svcIds: [svcId] })}
      />
    ))}
    <div class="foot">
      <BackButton close={close}>Done</BackButton>
    </div>
  </Dialog>
)
