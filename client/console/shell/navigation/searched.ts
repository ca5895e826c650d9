/** The searched text. The address contains it. */

import { chosen } from './route.ts'

export const searched = (): string => chosen('q')
