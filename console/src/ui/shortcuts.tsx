import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Dialog } from './dialog.tsx';
import { Choice } from './field.tsx';

export interface Shortcut {
  /** The key as `KeyboardEvent.key` names it. */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

const settingKey = 'understudy:single-keys';
const groups = new Map<string, readonly Shortcut[]>();
const listeners = new Set<() => void>();
let isHelpOpen = false;

/**
 * Registers a page's keyboard shortcuts while the page is shown. The shortcuts have no effect while the user types, or
 * if the user has turned shortcuts off.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
    groups.set(title, shortcuts);
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!isForUs(event)) return;
      const found = latest.current.find(({ key }) => key === event.key);
      if (found === undefined) return;
      event.preventDefault();
      found.run();
    }
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
      groups.delete(title);
    };
  }, [title]);
}

export function openShortcutHelp(): void {
  isHelpOpen = true;
  for (const listener of listeners) listener();
}

function closeShortcutHelp(): void {
  isHelpOpen = false;
  for (const listener of listeners) listener();
}

/** Shows the list of shortcuts. `?` opens it. */
export function ShortcutHelp() {
  const isOpen = useSyncExternalStore(subscribe, () => isHelpOpen);
  const [isOn, setIsOn] = useState(areOn);
  useShortcuts('Everywhere', [
    { key: '?', label: 'Show these shortcuts', run: openShortcutHelp },
    { key: 'Escape', label: 'Leave the field', run: () => {} },
  ]);
  useEffect(() => {
    document.addEventListener('keydown', leaveField);
    return () => document.removeEventListener('keydown', leaveField);
  }, []);
  if (!isOpen) return null;
  return (
    <Dialog title="Keyboard" onClose={closeShortcutHelp}>
      {[...groups].map(([title, shortcuts]) => (
        <section key={title} className="stack-tight">
          <h3>{title}</h3>
          <ul className="stack-tight">
            {shortcuts.map(({ key, label }) => (
              <li key={key} className="row-between">
                <span>{label}</span>
                <kbd>{key}</kbd>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Choice
        label="Single-key shortcuts are on"
        hint="Turn them off if they interfere with speech input or a screen reader. You can reach everything with Tab and Enter too."
        isChecked={isOn}
        onChange={(on) => {
          localStorage.setItem(settingKey, on ? 'on' : 'off');
          setIsOn(on);
        }}
      />
    </Dialog>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function areOn(): boolean {
  return localStorage.getItem(settingKey) !== 'off';
}

/**
 * Leaves the focused field when Escape is pressed, so that the page's shortcuts work again. In a dialog, Escape closes
 * the dialog instead.
 */
function leaveField({ key, target, defaultPrevented }: KeyboardEvent): void {
  if (key !== 'Escape' || defaultPrevented || document.querySelector('dialog[open]') !== null) return;
  if (target instanceof HTMLElement && target.closest('input, textarea, select') !== null) target.blur();
}

function isForUs(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !areOn()) return false;
  const { target } = event;
  if (!(target instanceof Element) || document.querySelector('dialog[open]') !== null) return false;
  // Enter on a link or button activates that link or button.
  if (event.key === 'Enter' && target.closest('a, button, summary') !== null) return false;
  return target.closest('input, textarea, select, [contenteditable]') === null;
}
