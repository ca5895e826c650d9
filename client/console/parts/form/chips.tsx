/** A choice of many things in one line, which scrolls where it is longer than the page. */

import { useEffect, useRef } from 'preact/hooks'

interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly (readonly [Value, string])[]
  readonly choose: (value: Value) => void
}

export const Chips = <Value extends string>({ label, value, options, choose }: Props<Value>) => {
  const line = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    line.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <fieldset class="chips" aria-label={label} ref={line}>
      {options.map(([each, text]) => (
        <button key={each} type="button" class="chip" aria-pressed={each === value} onClick={() => choose(each)}>
          {text}
        </button>
      ))}
    </fieldset>
  )
}
