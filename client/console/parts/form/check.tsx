/** A box to tick. */

interface Props {
  readonly label: string
  readonly value: boolean
  readonly change: (value: boolean) => void
}

export const Check = ({ label, value, change }: Props) => (
  <label class="check">
    <input type="checkbox" checked={value} onChange={({ currentTarget }) => change(currentTarget.checked)} />
    {label}
  </label>
)
