import { useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';

interface PasswordFieldProps {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** True for a new password, which needs at least 10 characters. */
  readonly isNew?: boolean;
  readonly error?: string | undefined;
}

export function PasswordField({ label = 'Password', value, onChange, isNew = false, error }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="stack-tight">
      <TextField
        label={label}
        {...(isNew ? { hint: 'At least 10 characters, of any kind. A few words are easy to remember.' } : {})}
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        minLength={isNew ? 10 : undefined}
        required
        value={value}
        onChange={onChange}
        error={error}
      />
      <div>
        <Button kind="quiet" isSmall aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide what I type' : 'Show what I type'}
        </Button>
      </div>
    </div>
  );
}
