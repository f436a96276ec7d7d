import { type ReactNode, useEffect } from 'react';

/** Shows a page with its heading, which is also the browser tab's title. */
export function Page({
  title,
  about,
  actions,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Understudy`;
  }, [title]);
  return (
    <div className="page">
      <div className="page-head">
        <div className="stack-tight prose">
          <h1 tabIndex={-1}>{title}</h1>
          {about !== undefined && <p className="muted">{about}</p>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** Shows a standalone page, outside any workspace. */
export function LonePage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Understudy`;
  }, [title]);
  return (
    <main className="lone">
      <div className="brand">
        <img src="/console/favicon.svg" alt="" width="32" height="32" />
        Understudy
      </div>
      <div className="card stack">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
