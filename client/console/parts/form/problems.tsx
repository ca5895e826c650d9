/** Problems of a form beyond its fields, shown after them. */

import { Note } from '../note.tsx'
import { Told } from '../told.tsx'
import { useForm } from './form.tsx'

export const Problems = () => {
  const form = useForm()
  const rest = form?.rest() ?? ''
  return rest === '' ? null : (
    <Note kind="bad">
      <Told about={form?.docPath}>{rest}</Told>
    </Note>
  )
}
