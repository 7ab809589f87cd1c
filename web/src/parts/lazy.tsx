// Steps that are loaded when first opened, so that the first paint waits
// for nothing it does not show.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export function lazy(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null
  return function Lazy() {
    const [, redraw] = useState(0)
    const [failed, fail] = useState(false)
    useEffect(() => {
      if (loaded) return
      load().then(
        (component) => {
          loaded = component
          redraw(1)
        },
        () => fail(true),
      )
    }, [])
    if (failed) return <p role="alert">This part of the page could not be loaded. Reload the page to try again.</p>
    if (!loaded) return <p class="muted">Loading …</p>
    const View = loaded
    return <View />
  }
}
