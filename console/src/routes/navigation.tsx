import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useWorkspace } from '../api/session.ts';
import { useWaiting } from '../api/use-waiting.ts';
import { Badge } from '../ui/badge.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Section, sections } from './sections.ts';
import { SignOutButton } from './sign-out-button.tsx';

/** Shows a workspace's sections, at the side or, on a phone, along the bottom. */
export function Navigation() {
  const { id, can } = useWorkspace();
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const waiting = useWaiting(id).data?.counts.waiting ?? 0;
  const mine = sections.filter(({ needs }) => can(needs));
  const base = `/w/${encodeURIComponent(id)}`;
  return (
    <nav className="side" aria-label="Sections">
      {mine.map((section) => (
        <SectionLink
          key={section.path}
          base={base}
          section={section}
          waiting={section.path === 'inbox' ? waiting : 0}
        />
      ))}
      <button type="button" className="side-link side-more" onClick={() => setIsMoreOpen(true)}>
        <Icon name="more" />
        More
      </button>
      {isMoreOpen && (
        <Dialog title="More" onClose={() => setIsMoreOpen(false)}>
          <ul>
            {mine
              .filter(({ isLate }) => isLate)
              .map(({ path, label, icon }) => (
                <li key={path}>
                  <Link href={`${base}/${path}`} className="side-link" onClick={() => setIsMoreOpen(false)}>
                    <Icon name={icon} />
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
          <SignOutButton />
        </Dialog>
      )}
    </nav>
  );
}

function SectionLink({ base, section, waiting }: { base: string; section: Section; waiting: number }) {
  const [location] = useLocation();
  const href = `${base}/${section.path}`;
  const isHere = location === href || location.startsWith(`${href}/`);
  return (
    <Link
      href={href}
      className={`side-link${section.isLate ? ' side-late' : ''}`}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon name={section.icon} />
      {section.label}
      {waiting > 0 && (
        <Badge tone="caution">
          {waiting}
          <span className="visually-hidden"> waiting</span>
        </Badge>
      )}
    </Link>
  );
}
