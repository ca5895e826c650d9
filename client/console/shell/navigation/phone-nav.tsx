/** The pages on a telephone: the four that a trader opens most, within reach of the thumb, and a sheet with all others. */

import type { ComponentChildren } from 'preact'
import { opened } from '../opened.ts'
import { addressOf, PAGES, type Place, pageOf } from './pages.ts'
import { route } from './route.ts'

/** Lines of a picture of 24 by 24. */
const ICONS: Partial<Record<Place, string>> = {
  '': 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  markets: 'M3 17l6-7 4 4 8-9M15 5h6v6',
  orders: 'M8 6h13M8 12h13M8 18h13M3 6h1M3 12h1M3 18h1',
  positions: 'M12 3v9l7 5M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
}
const MORE = 'M4 7h16M4 12h16M4 17h16'

const SHOWN = PAGES.filter(({ place }) => place in ICONS)

export const PhoneNav = () => {
  const current = pageOf(route.value[0] ?? '')
  const isOther = SHOWN.every(({ place }) => place !== current)
  return (
    <nav class="phone-nav" aria-label="Pages">
      <ul>
        {SHOWN.map(({ place, title }) => (
          <li key={place}>
            <a href={addressOf(place)} {...(place === current ? { 'aria-current': 'page' } : {})}>
              <Icon of={ICONS[place] ?? ''}>{title}</Icon>
            </a>
          </li>
        ))}
        <li>
          <button
            type="button"
            class={isOther ? 'current' : ''}
            onClick={() => {
              opened.value = 'more'
            }}
          >
            <Icon of={MORE}>More</Icon>
          </button>
        </li>
      </ul>
    </nav>
  )
}

const Icon = ({ of, children }: { readonly of: string; readonly children: ComponentChildren }) => (
  <>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={of}
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
    {children}
  </>
)
