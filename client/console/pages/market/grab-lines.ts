/** Lets the user drag lines of the chart with the mouse. */

interface Grabbed {
  readonly id: string
  /** Draws the line at another price. */
  readonly show: (price: number) => void
}

interface Lines {
  /** The line at this height, if it can be moved. */
  readonly at: (y: number) => Grabbed | null
  readonly priceAt: (y: number) => number | null
  readonly moved: (id: string, price: number) => void
  /** Draws all lines where they belong. */
  readonly left: () => void
}

/** Answers what ends it. */
export const grabLines = (place: HTMLElement, { at, priceAt, moved, left }: Lines): (() => void) => {
  const ending = new AbortController()
  const { signal } = ending
  const heightOf = (event: MouseEvent): number => event.clientY - place.getBoundingClientRect().top
  let grabbed: Grabbed | null = null
  place.addEventListener(
    'mousedown',
    (event) => {
      grabbed = at(heightOf(event))
      // The chart would move with the line.
      if (grabbed !== null) event.stopPropagation()
    },
    { capture: true, signal },
  )
  addEventListener(
    'mousemove',
    (event) => {
      if (grabbed === null) {
        place.style.cursor = at(heightOf(event)) === null ? '' : 'ns-resize'
        return
      }
      const price = priceAt(heightOf(event))
      if (price !== null) grabbed.show(price)
    },
    { signal },
  )
  addEventListener(
    'mouseup',
    (event) => {
      if (grabbed === null) return
      const [{ id }, price] = [grabbed, priceAt(heightOf(event))]
      grabbed = null
      left()
      if (price !== null) moved(id, price)
    },
    { signal },
  )
  return () => ending.abort()
}
