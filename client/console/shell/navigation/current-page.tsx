/** The page at the address. */

import { MarketPage } from '../../pages/market/market-page.tsx'
import { LaterPage } from './later-page.tsx'
import { route } from './route.ts'

export const CurrentPage = () => {
  const [place = '', id] = route.value
  return place === 'markets' && id !== undefined ? <MarketPage key={id} id={id} /> : <LaterPage place={place} id={id} />
}
