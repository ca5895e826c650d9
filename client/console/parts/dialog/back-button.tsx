/** Leaves a dialog. A request that is on its way continues, and a toast shows its outcome. */

import { useForm } from '../form/form.tsx'

interface Props {
  readonly close: () => void
  readonly children: string
}

export const BackButton = ({ close, children }: Props) => (
  <button type="button" class="button" onClick={close}>
    {useForm()?.isBusy ? 'Hide' : children}
  </button>
)
