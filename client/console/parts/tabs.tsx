/** Tabs over one panel. The arrow keys go from tab to tab, and Tab goes into the panel. */

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface Tab<Value> {
  readonly value: Value
  readonly text: string
  /** How many things the tab holds, such as `3`; null while it is not known. */
  readonly count: string | null
}

interface Props<Value> {
  readonly label: string
  readonly tabs: readonly Tab<Value>[]
  readonly value: Value
  readonly choose: (value: Value) => void
  readonly children: ComponentChildren
}

export const Tabs = <Value extends string>({ label, tabs, value, choose, children }: Props<Value>) => {
  const id = useId()
  const step = (event: KeyboardEvent): void => {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    const place = tabs.findIndex((tab) => tab.value === value)
    const next = tabs[(place + by + tabs.length) % tabs.length]
    if (next === undefined) return
    choose(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={step}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => choose(tab.value)}
          >
            {tab.text} <span class="count">{tab.count ?? ''}</span>
          </button>
        ))}
      </div>
      <div class="tab-panel" id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }
