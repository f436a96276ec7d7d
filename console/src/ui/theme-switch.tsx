import { useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
const key = 'understudy:theme';

/** Switches between the light, dark and system themes. The browser remembers the choice. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(
    () => themes.find((each) => each === localStorage.getItem(key)) ?? 'system',
  );
  return (
    <Button
      kind="quiet"
      className="button-icon"
      aria-label={`Colours: ${theme}. Change`}
      title={`Colours: ${theme}`}
      onClick={() => {
        const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
        setTheme(next);
        if (next === 'system') {
          localStorage.removeItem(key);
          delete document.documentElement.dataset['theme'];
        } else {
          localStorage.setItem(key, next);
          document.documentElement.dataset['theme'] = next;
        }
      }}
    >
      <Icon name="theme" />
    </Button>
  );
}
