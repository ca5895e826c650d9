/** Reports whether an element is on the screen, or about to come onto it. */

import type { Ref } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** How far above and below the screen that is. */
const AHEAD = '200px'

export const useShown = <One extends Element>(): readonly [place: Ref<One>, isShown: boolean] => {
  const place = useRef<One>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    const observer = new IntersectionObserver((entries) => setShown(entries.at(-1)?.isIntersecting === true), {
      rootMargin: AHEAD,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return [place, isShown]
}
