/** The bell of the top bar: shows the number of unseen notifications, and opens their list. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { NotificationList } from './notification-list.tsx'
import { notifications, seeAll } from './notifications.ts'

const ID = 'notifications'

export const Bell = () => {
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { unseen } = notifications.value
  useEffect(() => {
    const close = () => list.current?.hidePopover()
    addEventListener('hashchange', close)
    return () => removeEventListener('hashchange', close)
  }, [])
  useEffect(() => {
    if (isOpen && unseen > 0) seeAll()
  }, [isOpen, unseen])
  return (
    <div class="bell">
      <button
        type="button"
        class="button compact"
        popovertarget={ID}
        aria-label={unseen === 0 ? 'Notifications' : `Notifications, ${unseen} new`}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M8 1.5a4 4 0 0 0-4 4c0 3.6-1.5 5-1.5 5h11S12 9.1 12 5.5a4 4 0 0 0-4-4ZM6.6 13a1.5 1.5 0 0 0 2.8 0" />
        </svg>
      </button>
      {unseen === 0 ? null : (
        <span class="number" aria-hidden="true">
          {unseen > 99 ? '99+' : unseen}
        </span>
      )}
      <div
        ref={list}
        id={ID}
        class="notifications"
        popover="auto"
        role="dialog"
        aria-label="Notifications"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen ? <NotificationList /> : null}
      </div>
    </div>
  )
}
