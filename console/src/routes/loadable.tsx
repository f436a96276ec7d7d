import { type ComponentType, useEffect, useState } from 'react';
import { CannotShow } from './cannot-show.tsx';

interface Loadable<Props> {
  readonly Component: ComponentType<Props>;
  /** Loads the file before the component is shown. A failure is reported only when the component is shown. */
  readonly preload: () => Promise<void>;
}

/**
 * Creates a component whose file is loaded when the component is first shown. If the file is already loaded, the
 * component is shown immediately. If loading fails, an error page is shown instead. `lazy` and `Suspense` do the same,
 * but after showing a fallback, React waits 300 ms before it shows the component.
 */
export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;

  async function preload(): Promise<void> {
    loaded ??= await load().catch(() => null);
  }

  function Component(props: Props) {
    const [isReady, setIsReady] = useState(loaded !== null);
    useEffect(() => {
      let isShown = true;
      if (loaded === null)
        void preload().then(() => {
          loaded ??= CannotShow;
          if (isShown) setIsReady(true);
        });
      return () => {
        isShown = false;
      };
    }, []);
    const Shown = isReady ? loaded : null;
    return Shown === null ? <div aria-busy="true" /> : <Shown {...props} />;
  }

  return { Component, preload };
}
