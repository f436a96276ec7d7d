import { Link, useLocation } from 'wouter';
import { Badge } from './badge.tsx';

export interface Tab {
  readonly href: string;
  readonly label: string;
  readonly count?: number | undefined;
}

/** Parts of a page, each with an address of its own. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const [location] = useLocation();
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ href, label: name, count }) => {
        const isHere = location === href || location.startsWith(`${href}/`);
        return (
          <Link key={href} href={href} className="tab" aria-current={isHere ? 'page' : undefined}>
            {name}
            {count !== undefined && count > 0 && <Badge>{count}</Badge>}
          </Link>
        );
      })}
    </nav>
  );
}
