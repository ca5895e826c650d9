/** The dialog that is open over any page. HALT is there at once; the code of the others is loaded apart. */

import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { PaletteOverlay } from '../palette/palette-overlay.tsx'
import { sayBad } from '../parts/toasts.tsx'
import { subaccount } from '../session/session.ts'
import { HaltDialog } from './halt/halt-dialog.tsx'
import { addressOf, PAGES } from './navigation/pages.ts'
import { goTo } from './navigation/route.ts'
import { close, opened } from './opened.ts'
import { pageKeys, register, useShortcut } from './shortcuts.ts'

const loaded = signal<typeof PaletteOverlay | null>(null)

/** Loads it, once. */
export const loadPalette = async (): Promise<void> => {
  loaded.value ??= (await import('../palette/palette-overlay.tsx')).PaletteOverlay
}

export const Overlay = () => {
  useShortcut('mod k', () => {
    opened.value = 'palette'
  })
  useShortcut('?', () => {
    opened.value = 'keys'
  })
  useEffect(() => {
    const ends = PAGES.map((page) => register(pageKeys(page), () => goTo(addressOf(page.place))))
    return () => {
      for (const end of ends) end()
    }
  }, [])
  // The next user begins without a dialog.
  useEffect(() => close, [])
  const what = opened.value
  useEffect(() => {
    if (what === null || what === 'halt') return
    loadPalette().catch(() => {
      close()
      sayBad('This part could not be loaded. Load the console again.')
    })
  }, [what])
  if (what === 'halt') return subaccount.value === null ? null : <HaltDialog of={subaccount.value} close={close} />
  if (what === null || loaded.value === null) return null
  const Loaded = loaded.value
  return <Loaded what={what} />
}
