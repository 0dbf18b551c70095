import { Component, type ReactNode } from "react";

interface Props {
  readonly route: string;
  readonly onError: (failure: { route: string; message: string }) => void;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Catches rendering errors of a screen; give it a key per route, so that another route starts fresh. */
export class ScreenBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError({
      route: this.props.route,
      message: error instanceof Error ? error.message : String(error),
    });
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
