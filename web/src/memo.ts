// Components that redraw only when a property changes by identity; Preact's core has none and `preact/compat` is not needed otherwise.

import { Component, type ComponentChildren, type FunctionComponent } from "preact";

export function memo<P extends object>(render: (props: P) => ComponentChildren): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const now = this.props as Record<string, unknown>;
      const then = next as Record<string, unknown>;
      return Object.keys({ ...now, ...then }).some((key) => now[key] !== then[key]);
    }
    override render(props: P) {
      return render(props);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}
