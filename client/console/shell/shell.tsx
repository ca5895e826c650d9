/** The frame around every page. */

import { useRef } from 'preact/hooks'
import { Toasts } from '../parts/toasts.tsx'
import { subaccounts } from '../session/session.ts'
import { Banners } from './banners.tsx'
import { CurrentPage } from './current-page.tsx'
import { isPhone } from './is-phone.ts'
import { Nav } from './nav.tsx'
import { Overlay } from './overlay.tsx'
import { PhoneNav } from './phone-nav.tsx'
import { TopBar } from './top-bar.tsx'

export const Shell = () => {
  const main = useRef<HTMLElement>(null)
  return (
    <div class="shell">
      <button type="button" class="button skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <TopBar />
      {isPhone.value ? null : <Nav />}
      <main class="main stack" ref={main} tabIndex={-1}>
        <Banners />
        <div>
          <Toasts />
          {subaccounts.value === null ? <p class="empty">Loading…</p> : <CurrentPage />}
        </div>
      </main>
      {isPhone.value ? <PhoneNav /> : null}
      <Overlay />
    </div>
  )
}
