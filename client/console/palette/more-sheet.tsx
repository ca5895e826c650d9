/** All that the bar at the bottom of a telephone has no room for. */

import { Sheet } from '../parts/dialog/sheet.tsx'
import { signOut } from '../session/api-key.ts'
import { addressOf, PAGE_GROUPS, pageOf } from '../shell/navigation/pages.ts'
import { route } from '../shell/navigation/route.ts'
import { close, opened } from '../shell/opened.ts'
import { isDark, turnTheme } from '../shell/theme.ts'

export const MoreSheet = () => {
  const current = pageOf(route.value[0] ?? '')
  return (
    <Sheet title="All pages" close={close}>
      <nav class="more" aria-label="All pages">
        {PAGE_GROUPS.map(([group, pages = []]) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {pages.map(({ place, title }) => (
                <li key={place}>
                  <a href={addressOf(place)} onClick={close} {...(place === current ? { 'aria-current': 'page' } : {})}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div class="row">
        <button
          type="button"
          class="button"
          onClick={() => {
            opened.value = 'palette'
          }}
        >
          Find anything
        </button>
        <button type="button" class="button" onClick={turnTheme}>
          {isDark() ? 'Light colours' : 'Dark colours'}
        </button>
        <button type="button" class="button" onClick={() => signOut()}>
          Sign out
        </button>
      </div>
    </Sheet>
  )
}
