/** The pages of the console. */

import { useEffect, useRef } from 'preact/hooks'
import { addressOf, PAGE_GROUPS, pageOf } from './pages.ts'
import { route } from './route.ts'

export const Nav = () => {
  const current = pageOf(route.value[0] ?? '')
  const nav = useRef<HTMLElement>(null)
  // On a narrow screen the pages are one line that scrolls.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav class="nav" aria-label="Pages" ref={nav}>
      <div>
        {PAGE_GROUPS.map(([title, pages = []]) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {pages.map(({ place, title: label }) => (
                <li key={place}>
                  <a href={addressOf(place)} {...(place === current ? { 'aria-current': 'page' } : {})}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
