/** A number that is typed. It stays as it was typed, and what is wrong with it stands under it. */

import type { ComponentProps } from 'preact'
import { TextField } from './text-field.tsx'

export const NumberField = (props: ComponentProps<typeof TextField>) => <TextField inputMode="decimal" {...props} />
