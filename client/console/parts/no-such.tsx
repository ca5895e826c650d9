/** The page of something that does not exist, or of which another user has it. */

import { to } from '../shell/navigation/route.ts'
import { Empty } from './empty.tsx'
import { Page } from './page.tsx'

interface Props {
  /** The kind of object that the id would have named: `order`. */
  readonly what: string
  /** The list of those that exist: a page of the console, and what the link says. */
  readonly list: readonly [place: string, text: string]
}

export const NoSuch = ({ what, list: [place, text] }: Props) => (
  <Page title={`No such ${what}`}>
    <Empty next={[to(place), text]}>There is no {what} with this id.</Empty>
  </Page>
)
