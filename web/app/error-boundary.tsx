import { Component, type ReactNode } from 'react';
import { CrashPanel } from './crash-panel.tsx';

type Props = { children: ReactNode };
type State = { error: unknown; crashed: boolean };

/** Catches what nothing further in did, so that no crash ends in a white page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, crashed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return <CrashPanel error={this.state.error} whole />;
  }
}
