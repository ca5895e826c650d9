/** The star of a market on a page of its own, which reads the watchlists itself. */

import { StarButton } from './star-button.tsx'
import { useWatchlists } from './use-watchlists.ts'

export const WatchStar = (market: { readonly svcId: number; readonly market: string }) => {
  useWatchlists()
  return <StarButton {...market} />
}
