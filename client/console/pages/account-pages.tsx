/** The pages that are opened seldom. Their code is loaded apart, so that the console is there sooner. */

import type { ComponentChildren } from 'preact'
import { KeysPage } from './account/keys-page.tsx'
import { LimitsPage } from './account/limits-page.tsx'
import { SubaccountsPage } from './account/subaccounts-page.tsx'
import { WebhookPage } from './webhooks/webhook-page.tsx'
import { WebhooksPage } from './webhooks/webhooks-page.tsx'

export type AccountPlace = 'subaccounts' | 'limits' | 'keys' | 'webhooks'

/** The page of a place; `id` is that of one webhook. */
export const accountPage = (place: AccountPlace, id: string | undefined): ComponentChildren => {
  switch (place) {
    case 'subaccounts':
      return <SubaccountsPage />
    case 'limits':
      return <LimitsPage />
    case 'keys':
      return <KeysPage />
    case 'webhooks':
      return id === undefined ? <WebhooksPage /> : <WebhookPage key={id} id={id} />
  }
}
