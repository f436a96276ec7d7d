import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';

/** Shows an error page if a page's file could not be loaded or if the page failed while rendering. */
export function CannotShow() {
  return (
    <Empty title="This page could not be shown">
      <p>The service is unavailable or was just updated. Your input is kept.</p>
      <Button kind="primary" onClick={() => location.reload()}>
        Reload
      </Button>
    </Empty>
  );
}

/** This is a class because React reports errors of child components only to classes. */
export class Guard extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <CannotShow /> : this.props.children;
  }
}
