/** A page whose code is loaded when it is shown, or before, while nothing else is to do. */

import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AccountPlace, accountPage } from '../pages/account-pages.tsx'
import { Empty } from '../parts/empty.tsx'

const pages = signal<typeof accountPage | null>(null)
const hasFailed = signal(false)

/** Loads it, once. */
export const loadLaterPages = async (): Promise<void> => {
  if (pages.peek() !== null) return
  try {
    pages.value = (await import('../pages/account-pages.tsx')).accountPage
    hasFailed.value = false
  } catch {
    hasFailed.value = true
  }
}

interface Props {
  readonly place: AccountPlace
  readonly id: string | undefined
}

export const LaterPage = ({ place, id }: Props) => {
  useEffect(() => void loadLaterPages(), [])
  if (pages.value !== null) return <>{pages.value(place, id)}</>
  return <Empty>{hasFailed.value ? 'This page could not be loaded. Load the console again.' : 'Loading…'}</Empty>
}
