/** Pages outside the market. Their code is loaded apart, so that the frame is there sooner. */

import type { ComponentChildren } from 'preact'
import { Empty } from '../parts/empty.tsx'
import { Page } from '../parts/page.tsx'
import { KeysPage } from './account/keys-page.tsx'
import { LimitsPage } from './account/limits-page.tsx'
import { SubaccountsPage } from './account/subaccounts-page.tsx'
import { ConditionalsPage } from './conditionals/conditionals-page.tsx'
import { CustomAssetPage } from './custom-assets/custom-asset-page.tsx'
import { CustomAssetsPage } from './custom-assets/custom-assets-page.tsx'
import { HealthPage } from './health/health-page.tsx'
import { OrderPage } from './orders/order-page.tsx'
import { OrdersPage } from './orders/orders-page.tsx'
import { OverviewPage } from './overview/overview-page.tsx'
import { BalancesPage } from './portfolio/balances-page.tsx'
import { FillsPage } from './portfolio/fills-page.tsx'
import { PositionsPage } from './portfolio/positions-page.tsx'
import { EventPage } from './search/event-page.tsx'
import { SearchPage } from './search/search-page.tsx'
import { WebhookPage } from './webhooks/webhook-page.tsx'
import { WebhooksPage } from './webhooks/webhooks-page.tsx'

/** The page of a place; `id` is that of one order, custom asset or webhook. */
export const laterPage = (place: string, id: string | undefined): ComponentChildren => {
  switch (place) {
    case '':
      return <OverviewPage />
    case 'custom-assets':
      return id === undefined ? <CustomAssetsPage /> : <CustomAssetPage key={id} id={id} />
    case 'events':
      return id === undefined ? <SearchPage /> : <EventPage key={id} id={id} />
    case 'markets':
      return <SearchPage />
    case 'conditionals':
      return <ConditionalsPage />
    case 'orders':
      return id === undefined ? <OrdersPage /> : <OrderPage key={id} id={id} />
    case 'positions':
      return <PositionsPage />
    case 'fills':
      return <FillsPage />
    case 'balances':
      return <BalancesPage />
    case 'health':
      return <HealthPage />
    case 'subaccounts':
      return <SubaccountsPage />
    case 'limits':
      return <LimitsPage />
    case 'keys':
      return <KeysPage />
    case 'webhooks':
      return id === undefined ? <WebhooksPage /> : <WebhookPage key={id} id={id} />
    default:
      return (
        <Page title="No such page">
          <Empty next={['#/markets', 'Markets']}>There is no page at this address.</Empty>
        </Page>
      )
  }
}
