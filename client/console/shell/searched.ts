/** What is looked for. It stands in the address. */

import { chosen } from './route.ts'

export const searched = (): string => chosen('q')
