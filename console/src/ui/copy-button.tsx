import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useToast } from './toast.tsx';

export function CopyButton({
  text,
  label = 'Copy',
  kind = 'secondary',
}: {
  readonly text: string;
  readonly label?: string;
  readonly kind?: 'primary' | 'secondary' | 'quiet';
}) {
  const [isCopied, setIsCopied] = useState(false);
  const toast = useToast();
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button
      kind={kind}
      onClick={() =>
        void copyText(text).then((isDone) => {
          setIsCopied(isDone);
          toast(
            isDone
              ? { text: 'Copied' }
              : { tone: 'stop', text: 'The browser did not allow copying. Select the text and copy it.' },
          );
        })
      }
    >
      <Icon name={isCopied ? 'check' : 'copy'} size={18} />
      {label}
    </Button>
  );
}

/** Copies text to the clipboard. Returns false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Shows a value and its name on one line, with a button that copies the value. */
export function CopyValue({ title, value }: { readonly title: string; readonly value: string }) {
  return (
    <div className="stack-tight">
      <strong>{title}</strong>
      <div className="row">
        <code className="code code-wraps">{value}</code>
        <CopyButton text={value} label={`Copy the ${title.toLowerCase()}`} />
      </div>
    </div>
  );
}

/** Shows a text with a button that copies it. */
export function Snippet({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="stack-tight">
      <div className="row-between">
        <h3>{label}</h3>
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className="code" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
