/** The pages of the console. */

import { useEffect, useRef } from 'preact/hooks'
import { route, to } from './route.ts'

const GROUPS = [
  [
    'Trade',
    [
      ['', 'Overview'],
      ['markets', 'Markets'],
      ['custom-assets', 'Custom assets'],
    ],
  ],
  [
    'Orders',
    [
      ['orders', 'Orders'],
      ['conditionals', 'Stops and TWAPs'],
    ],
  ],
  [
    'Portfolio',
    [
      ['positions', 'Positions'],
      ['fills', 'Fills'],
      ['balances', 'Balances'],
    ],
  ],
  [
    'Account',
    [
      ['subaccounts', 'Subaccounts'],
      ['limits', 'Limits'],
      ['keys', 'API keys'],
      ['webhooks', 'Webhooks'],
    ],
  ],
  [
    'Service',
    [
      ['health', 'Health'],
      // Another page of the service. The page takes the key of this tab.
      ['/v1/docs', 'API reference'],
    ],
  ],
] as const

const addressOf = (path: string): string => {
  if (path.startsWith('/')) return path
  return path === '' ? '#/' : to(path)
}

/** Pages that stand under another one. */
const UNDER: Readonly<Record<string, string>> = { events: 'markets' }

export const Nav = () => {
  const [place = ''] = route.value
  const current = UNDER[place] ?? place
  const nav = useRef<HTMLElement>(null)
  // On a narrow screen the pages are one line that scrolls.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav class="nav" aria-label="Pages" ref={nav}>
      <div>
        {GROUPS.map(([title, links]) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(([path, label]) => (
                <li key={path}>
                  <a href={addressOf(path)} {...(path === current ? { 'aria-current': 'page' } : {})}>
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
