/** A text that is shown once. */

import { say } from './toasts.tsx'

interface Props {
  /** Kind of secret: `signing secret`. */
  readonly name: string
  readonly text: string
  readonly forget: () => void
}

export const Secret = ({ name, text, forget }: Props) => (
  <div class="stack" role="status">
    <p>This is the {name}. Keep it now: it is not shown again.</p>
    <code class="secret">{text}</code>
    <div class="row">
      <button
        type="button"
        class="button compact"
        aria-label={`Copy the ${name}`}
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => say(`The ${name} is copied.`),
            () => say('The browser does not let this page copy. Select the text.'),
          )
        }
      >
        Copy
      </button>
      <button type="button" class="button compact" onClick={forget}>
        I have it
      </button>
    </div>
  </div>
)
