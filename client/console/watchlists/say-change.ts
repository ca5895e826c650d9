/** Changes the watchlists, and shows in a toast why a change was not stored. Answers whether it was. */

import { sayProblem } from '../parts/toasts.tsx'
import type { Change } from './apply-change.ts'
import { changeWatchlists } from './watchlists.ts'

export const sayChange = async (change: Change): Promise<boolean> => {
  const answer = await changeWatchlists(change)
  if (!answer.ok) sayProblem(answer.problem)
  return answer.ok
}
