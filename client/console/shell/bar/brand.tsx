/** The mark of the console. */

export const Brand = () => (
  <span class="brand">
    <svg viewBox="0 0 26 26" aria-hidden="true">
      <rect width="26" height="26" rx="7" fill="var(--accent-fill)" />
      <path d="M5 17h4v-5h4v3h4V7h4" fill="none" stroke="#fff" stroke-width="2.2" stroke-linejoin="round" />
    </svg>
    <span>Trading console</span>
  </span>
)
