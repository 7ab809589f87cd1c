// A part of the page that may fail alone: what is beside it stays.
import { Component, type ComponentChildren } from 'preact'

export class Guarded extends Component<{ children: ComponentChildren }, { words: string }> {
  override state = { words: '' }

  override componentDidCatch(error: unknown): void {
    this.setState({ words: error instanceof Error ? error.message : String(error) })
  }

  render() {
    const { words } = this.state
    return words ? <p class="failure wide" role="alert">This part could not be drawn: {words}</p> : this.props.children
  }
}
