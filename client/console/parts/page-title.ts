/** Heading of the present page, for the title of the window. Empty before the first page. */

import { signal } from '@preact/signals'

export const pageTitle = signal('')
