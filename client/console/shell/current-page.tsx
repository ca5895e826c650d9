/** The page at the address. */

import { MarketPage } from '../pages/market/market-page.tsx'
import { SearchPage } from '../pages/search/search-page.tsx'
import { LaterPage } from './later-page.tsx'
import { route } from './route.ts'

export const CurrentPage = () => {
  const [place = '', id] = route.value
  switch (place) {
    case 'events':
      return id === undefined ? <SearchPage /> : <LaterPage place={place} id={id} />
    case 'markets':
      return id === undefined ? <SearchPage /> : <MarketPage key={id} id={id} />
    default:
      return <LaterPage place={place} id={id} />
  }
}
