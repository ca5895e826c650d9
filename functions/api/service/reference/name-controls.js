/** Scalar leaves some buttons and fields without a name for those who do not see them. It draws late, and again. */

const nameControls = () => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
  for (const field of document.querySelectorAll('[role=combobox][contenteditable]')) {
    // No list belongs to it.
    field.setAttribute('role', 'textbox')
    if (!field.hasAttribute('aria-label')) field.setAttribute('aria-label', field.dataset.placeholder || 'Value')
  }
}
let isDue = false
new MutationObserver(() => {
  if (isDue) return
  isDue = true
  setTimeout(() => {
    isDue = false
    nameControls()
  }, 100)
}).observe(document.documentElement, { childList: true, subtree: true })
