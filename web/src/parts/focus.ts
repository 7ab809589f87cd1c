// Keyboard focus that is not lost when what had it goes away.
import { useEffect, useRef } from 'preact/hooks'

/** For an element that takes the place of another: it gets the focus if that had it. */
export function keeps_focus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}

/**
 * Where the button that led here went with the view before, the keyboard goes on in the content.
 */
export function useFocusAfter(view: string): void {
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) keeps_focus(document.getElementById('main'))
    first.current = false
  }, [view])
}
