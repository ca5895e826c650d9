/** A number that is typed. The text stays as typed, and its fault is shown under it. */

import type { ComponentProps } from 'preact'
import { TextField } from './text-field.tsx'

export const NumberField = (props: ComponentProps<typeof TextField>) => <TextField inputMode="decimal" {...props} />
