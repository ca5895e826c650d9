/** A text that is shown once. */

interface Props {
  readonly text: string
  readonly forget: () => void
}

export const Secret = ({ text, forget }: Props) => (
  <div class="stack" role="status">
    <p>Keep this now: it is not shown again.</p>
    <code class="secret">{text}</code>
    <div>
      <button type="button" class="button compact" onClick={forget}>
        I have it
      </button>
    </div>
  </div>
)
