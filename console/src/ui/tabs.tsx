import { useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { Badge } from './badge.tsx';

export interface Tab {
  readonly href: string;
  readonly label: string;
  /** The label on a narrow screen. */
  readonly short?: string;
  /** Null while the count is being updated. */
  readonly count?: number | null | undefined;
}

/**
 * Shows tabs for the parts of a page. Each part has its own address. If not all tabs fit, scrolls the open tab into
 * view.
 */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const [location] = useLocation();
  const bar = useRef<HTMLElement>(null);
  const open = tabs.find(({ href }) => location === href || location.startsWith(`${href}/`))?.href;
  const counts = tabs.map(({ count }) => count).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts that load later move the tabs after them
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    const frame = bar.current?.getBoundingClientRect();
    if (tab === undefined || frame === undefined) return;
    bar.current?.scrollBy({ left: tab.left + tab.width / 2 - frame.left - frame.width / 2, behavior: 'instant' });
  }, [open, counts]);
  return (
    <nav className="tabs" aria-label={label} ref={bar}>
      {tabs.map(({ href, label: name, short, count }) => (
        <Link key={href} href={href} className="tab" aria-current={href === open ? 'page' : undefined}>
          {short === undefined || short === name ? (
            name
          ) : (
            <>
              <span className="tab-wide">{name}</span>
              <span className="tab-narrow">{short}</span>
            </>
          )}
          {count === null && (
            <Badge>
              <span aria-hidden="true">…</span>
              <span className="visually-hidden">being counted</span>
            </Badge>
          )}
          {count != null && count > 0 && <Badge>{count.toLocaleString()}</Badge>}
        </Link>
      ))}
    </nav>
  );
}
