import { useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { Badge } from './badge.tsx';

export interface Tab {
  readonly href: string;
  readonly label: string;
  readonly count?: number | undefined;
}

/** Parts of a page, each with its own address. If not all of them fit, the open one is scrolled into view. */
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
      {tabs.map(({ href, label: name, count }) => (
        <Link key={href} href={href} className="tab" aria-current={href === open ? 'page' : undefined}>
          {name}
          {count !== undefined && count > 0 && <Badge>{count}</Badge>}
        </Link>
      ))}
    </nav>
  );
}
