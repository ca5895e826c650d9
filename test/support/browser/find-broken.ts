/** Finds misfits on a page, as a script for the browser: broken words, misshapen labels and badges, and overflowing elements. */

/** Comes to a list of sentences; empty if all fits. */
export const FIND_BROKEN = String.raw`(() => {
  const found = []
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('.hidden, .skip, .chart, option') === null
  const nameOf = ({ localName, className, textContent }) => localName + '.' + className + ' “' + textContent.trim().slice(0, 40) + '”'
  // Texts and boxes of different heights share a line if the middle of one is beside the other.
  const middleOf = ({ top, bottom }) => (top + bottom) / 2
  const linesOf = (range) => {
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 1).sort((a, b) => middleOf(a) - middleOf(b))
    let end = -Infinity
    return boxes.filter((box) => middleOf(box) > end && ((end = box.bottom), true)).length
  }
  const scrolls = (element) =>
    element !== null && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (!isShown(text.parentElement)) continue
    // Addresses and ids may break, words and numbers may not.
    for (const { 0: word, index } of text.data.matchAll(/(?<!\S)[\p{L}\p{M}\p{N}.,:;!?¢$%“”()−]{2,20}(?!\S)/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (linesOf(range) > 1) found.push('the word ' + word + ' is broken in ' + nameOf(text.parentElement))
    }
  }

  for (const element of document.body.querySelectorAll('*')) {
    if (!isShown(element)) continue
    const { left, right, width, height } = element.getBoundingClientRect()
    if (width > 0 && (left < -1 || right > innerWidth + 1) && !scrolls(element.parentElement))
      found.push(nameOf(element) + ' reaches from ' + Math.round(left) + ' to ' + Math.round(right))
    // Other columns may scroll, what acts on a row may not.
    if (element.matches('.table-wrap .actions button') && right > element.closest('.table-wrap').getBoundingClientRect().right + 1)
      found.push(nameOf(element) + ' is out of sight beside its table')
    // At the bottom of a telephone the word is below its icon.
    if (element.matches('button:not(.level, .wide, .phone-nav button), .badge')) {
      const content = document.createRange()
      content.selectNodeContents(element)
      if (linesOf(content) > 1) found.push(nameOf(element) + ' takes more than a line')
    }
    // A pill is a line high.
    if (element.matches('.badge') && height > 24) found.push(nameOf(element) + ' is ' + height + ' pixels high')
    if (!element.matches('td[data-label]')) continue
    for (const { right: end } of [...element.children].map((part) => part.getBoundingClientRect()))
      if (end > right + 1) found.push('what stands in ' + nameOf(element) + ' reaches into the next')
    const label = getComputedStyle(element, '::before')
    if (label.content === 'none' || label.display === 'none') continue
    const pen = document.createElement('canvas').getContext('2d')
    pen.font = label.font
    const longest = Math.max(...element.dataset.label.split(' ').map((word) => pen.measureText(word).width))
    if (parseFloat(label.width) < longest - 1) found.push('the label ' + element.dataset.label + ' is narrower than its words')
  }

  // On a narrow page the search and the money have lines of their own, and the kind of accounts is in one of them.
  const middles = [...document.querySelectorAll('.topbar > :not(.find, .push, .money, a + .badge, dialog)')]
    .filter(isShown)
    .map((element) => middleOf(element.getBoundingClientRect()))
  if (Math.max(...middles) - Math.min(...middles) > 12) found.push('the bar at the top takes more than a line')
  return [...new Set(found)]
})()`
