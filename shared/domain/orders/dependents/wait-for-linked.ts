/** Wait of a fired exit until its linked exits have left the book. */

import { SECOND } from '../../kernel/time.ts'

/** Longest wait of a fired exit for linked exits to leave the book, in ms. Then the certainly uncovered quantity goes out. */
export const WAIT_FOR_LINKED = 3 * SECOND
