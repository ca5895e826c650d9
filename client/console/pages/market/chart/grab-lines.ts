/** Lets the user drag lines of the chart with the mouse. */

interface Grabbed {
  readonly id: string
  readonly price: number
  /** Draws the line at another price. */
  readonly show: (price: number) => void
}

interface Lines {
  /** The line at this height, if it can be moved. */
  readonly at: (y: number) => Grabbed | null
  /** The price of the grid nearest to this height. */
  readonly priceAt: (y: number) => number | null
  readonly moved: (id: string, price: number) => void
  /** Draws all lines where they belong. */
  readonly left: () => void
}

export interface Grab {
  /** True while a line is being dragged. */
  readonly isHolding: () => boolean
  readonly end: () => void
}

/** A shorter way is a click, and moves nothing. */
const LEAST_PX = 3

/** Esc lets the line go where it was. */
export const grabLines = (place: HTMLElement, { at, priceAt, moved, left }: Lines): Grab => {
  const ending = new AbortController()
  const { signal } = ending
  const heightOf = (event: MouseEvent): number => event.clientY - place.getBoundingClientRect().top
  let grabbed: Grabbed | null = null
  let from = 0
  place.addEventListener(
    'mousedown',
    (event) => {
      from = heightOf(event)
      grabbed = event.button === 0 ? at(from) : null
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
      const to = heightOf(event)
      const [{ id, price: before }, price] = [grabbed, priceAt(to)]
      grabbed = null
      left()
      if (price !== null && price !== before && Math.abs(to - from) >= LEAST_PX) moved(id, price)
    },
    { signal },
  )
  addEventListener(
    'keydown',
    ({ key }) => {
      if (grabbed === null || key !== 'Escape') return
      grabbed = null
      left()
    },
    { signal },
  )
  return { isHolding: () => grabbed !== null, end: () => ending.abort() }
}
