/** A dialog that rises from the bottom of a telephone. Its button, Esc, a swipe down, a tap beside it and a link to another page close it. */

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Toasts } from '../toasts.tsx'
import { useModal } from './use-modal.ts'

interface Props {
  readonly title: string
  readonly close: () => void
  readonly children: ComponentChildren
}

/** How far a finger moves down until the sheet closes, in pixels. */
const SWIPE = 70

export const Sheet = ({ title, close, children }: Props) => {
  const element = useModal(close)
  const start = useRef(0)
  useEffect(() => aboveKeyboard(element.current), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Esc, which the element knows
    <dialog
      ref={element}
      class="sheet"
      aria-label={title}
      onClose={() => {
        if (element.current !== null) close()
      }}
      onClick={({ target }) => {
        if (target === element.current) close()
      }}
    >
      <div class="sheet-body">
        <header
          onTouchStart={({ touches }) => {
            start.current = touches[0]?.clientY ?? 0
          }}
          onTouchEnd={({ changedTouches }) => {
            if ((changedTouches[0]?.clientY ?? 0) - start.current > SWIPE) close()
          }}
        >
          <h2>{title}</h2>
          <button type="button" class="button compact" onClick={close}>
            Close
          </button>
        </header>
        <Toasts />
        <div class="sheet-content">{children}</div>
      </div>
    </dialog>
  )
}

/** Keeps a sheet above the keyboard of a telephone, which some browsers lay over the page. Answers what ends it. */
const aboveKeyboard = (sheet: HTMLElement | null): (() => void) => {
  const view = window.visualViewport
  if (sheet === null || view === null) return () => {}
  const follow = (): void => {
    sheet.style.setProperty('--covered', `${Math.max(0, innerHeight - view.height - view.offsetTop)}px`)
  }
  follow()
  view.addEventListener('resize', follow)
  view.addEventListener('scroll', follow)
  return () => {
    view.removeEventListener('resize', follow)
    view.removeEventListener('scroll', follow)
  }
}
