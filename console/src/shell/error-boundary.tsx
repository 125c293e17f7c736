import { Component, type ReactNode } from "react";
import { ErrorState } from "../ui/error-state.tsx";

interface State {
  readonly error: unknown;
}

/** A page that crashes leaves the menu usable. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <ErrorState error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
    );
  }
}
