/** A choice of a few things, side by side. */

interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly (readonly [Value, string])[]
  readonly choose: (value: Value) => void
  readonly class?: string
}

export const Segments = <Value extends string>({ label, value, options, choose, ...props }: Props<Value>) => (
  <fieldset class={`segments ${props.class ?? ''}`} aria-label={label}>
    {options.map(([each, text]) => (
      <button
        key={each}
        type="button"
        class={`${each}-side`}
        aria-pressed={each === value}
        onClick={() => choose(each)}
      >
        {text}
      </button>
    ))}
  </fieldset>
)
