/** Prints a list as CSV. */

import { type Answer, CommandFailed, must, type Options, type Session } from './command.ts'

/** How a call gets CSV. */
export const AS_CSV = { headers: { accept: 'text/csv' }, parseAs: 'text' } as const

/** True if `--csv` was typed. Another form beside it is refused. */
export const wantsCsv = ({ json }: Pick<Session, 'json'>, { csv, watch }: Options): boolean => {
  if (csv !== true) return false
  if (json || watch === true) throw new CommandFailed('--csv goes without --json and --watch.', true)
  return true
}

export const showCsv = (session: Session, answer: Answer<string>): void => {
  session.print(must(answer).trimEnd())
  if (answer.response.headers.get('link')?.includes('rel="next"') === true)
    session.progress('There are more rows. --limit takes up to 1000.')
}
