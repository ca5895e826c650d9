/** Leaves a dialog. What is on its way already goes on, and its outcome is told in a toast. */

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
