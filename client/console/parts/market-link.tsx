/** The way to a market, by its title. */

import { to } from '../shell/navigation/route.ts'

export const MarketLink = (of: { readonly svc_id: number; readonly market_title: string | null }) => (
  <a href={to('markets', of.svc_id)}>{of.market_title ?? `Market ${of.svc_id}`}</a>
)
