/** The signed-in user: the scope of the key, and the chosen subaccount. */

import { computed, effect, signal } from '@preact/signals'
import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import type { ApiKey, Subaccount } from '../api/types.ts'
import { apiKey } from './api-key.ts'

type Scope = ApiKey['scope']

/** Null until the service has answered. Controls stay away until then. */
export const scope = signal<Scope | null>(null)
export const canTrade = computed(() => scope.value === 'trade' || scope.value === 'admin')
export const isAdmin = computed(() => scope.value === 'admin')

export const subaccounts = signal<readonly Subaccount[] | null>(null)

const PLACE = 'subaccount'
const chosenId = signal(sessionStorage.getItem(PLACE) ?? '')

/** The subaccount that orders go to and lists are of; null before any is known, or if the user has none. */
export const subaccount = computed<Subaccount | null>(
  () =>
    subaccounts.value?.find(({ subaccount_id }) => subaccount_id === chosenId.value) ?? subaccounts.value?.[0] ?? null,
)

/** True if the service has said that the user has none. */
export const hasNoSubaccount = computed(() => subaccounts.value?.length === 0)

/** Looks at another subaccount from now on, in this tab. */
export const chooseSubaccount = (id: string): void => {
  sessionStorage.setItem(PLACE, id)
  chosenId.value = id
}

/** Reads the subaccounts again. */
export const readSubaccounts = async (): Promise<void> => {
  const answer = await ask(api.GET('/v1/subaccounts'))
  if (answer.ok) subaccounts.value = answer.data
  else if (apiKey.peek() !== '') setTimeout(readSubaccounts, 2_000)
}

const readScope = async (): Promise<void> => {
  const [, keyId = ''] = /^pmt_([0-9a-f-]{36})_/.exec(apiKey.peek()) ?? []
  const answer = await ask(api.GET('/v1/api-keys'))
  if (answer.ok) scope.value = answer.data.find(({ api_key_id }) => api_key_id === keyId)?.scope ?? 'read'
  else if (apiKey.peek() !== '') setTimeout(readScope, 2_000)
}

effect(() => {
  if (apiKey.value === '') {
    scope.value = null
    subaccounts.value = null
    return
  }
  void readScope()
  void readSubaccounts()
})
