/** Problems of a form beyond its fields, shown after them. */

import { Note } from '../note.tsx'
import { Told } from '../told.tsx'
import { useForm } from './form.tsx'

export const Problems = () => {
  const rest = useForm()?.rest() ?? ''
  return rest === '' ? null : (
    <Note kind="bad">
      <Told>{rest}</Told>
    </Note>
  )
}
