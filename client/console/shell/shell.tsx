/** The frame around every page. */

import { useRef } from 'preact/hooks'
import { Toasts } from '../parts/toasts.tsx'
import { subaccounts } from '../session/session.ts'
import { Banners } from './banners.tsx'
import { TopBar } from './bar/top-bar.tsx'
import { isPhone } from './is-phone.ts'
import { CurrentPage } from './navigation/current-page.tsx'
import { Nav } from './navigation/nav.tsx'
import { PhoneNav } from './navigation/phone-nav.tsx'
import { Overlay } from './overlay.tsx'

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
