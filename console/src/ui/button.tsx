import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from 'wouter';

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: Kind;
  readonly isSmall?: boolean;
  /** While busy, the button shows that it is working and ignores further presses. It keeps its width and the focus. */
  readonly isBusy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  kind = 'secondary',
  isSmall,
  isBusy = false,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`${classOf(kind, isSmall)} ${rest.className ?? ''}`}
      aria-busy={isBusy}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      <span className="row">{rest.children}</span>
    </button>
  );
}

export function LinkButton({
  href,
  kind = 'secondary',
  isSmall,
  children,
}: {
  readonly href: string;
  readonly kind?: Kind;
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Link href={href} className={classOf(kind, isSmall)}>
      {children}
    </Link>
  );
}

function classOf(kind: Kind, isSmall = false): string {
  return `button button-${kind}${isSmall ? ' button-small' : ''}`;
}
