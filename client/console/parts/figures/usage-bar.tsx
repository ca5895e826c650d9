/** How much of something is used. */

interface Props {
  readonly label: string
  readonly used: number
  readonly limit: number
}

export const UsageBar = ({ label, used, limit }: Props) => {
  const share = limit === 0 ? 1 : Math.min(1, Math.max(0, used / limit))
  return (
    // biome-ignore lint/a11y/useSemanticElements: no browser lets the element look like a bar of the page
    <div
      class={`bar ${share >= 1 ? 'full' : share >= 0.8 ? 'near' : ''}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={used}
    >
      <div style={{ width: `${share * 100}%` }} />
    </div>
  )
}
