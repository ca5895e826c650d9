/** A page whose code is loaded when it is shown, or before, while the browser is idle. */

import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { laterPage } from '../../pages/later-pages.tsx'
import { Empty } from '../../parts/empty.tsx'

const pages = signal<typeof laterPage | null>(null)
const hasFailed = signal(false)

/** Loads it, once. */
export const loadLaterPages = async (): Promise<void> => {
  if (pages.peek() !== null) return
  try {
    pages.value = (await import('../../pages/later-pages.tsx')).laterPage
    hasFailed.value = false
  } catch {
    hasFailed.value = true
  }
}

interface Props {
  readonly place: string
  readonly id: string | undefined
}

export const LaterPage = ({ place, id }: Props) => {
  useEffect(() => void loadLaterPages(), [])
  if (pages.value !== null) return <>{pages.value(place, id)}</>
  return <Empty>{hasFailed.value ? 'This page could not be loaded. Load the console again.' : 'Loading…'}</Empty>
}
