import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react';

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TextField({ label, hint, error, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(described) => (
        <input {...rest} {...described} className="input" onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

interface TextAreaProps extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TextArea({ label, hint, error, onChange, rows = 3, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(described) => (
        <textarea
          {...rest}
          {...described}
          rows={rows}
          // The initial number of rows; the field grows with its text.
          style={{ minHeight: `calc(${rows}lh + 16px)` }}
          className="input"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

export function Select<Value extends string>({
  label,
  hint,
  error,
  value,
  options,
  onChange,
  disabled,
}: SelectProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(described) => (
        <select
          {...described}
          className="input"
          value={value}
          disabled={disabled}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface ChoiceProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly disabled?: boolean;
  /** The name of the radio group, if only one of its options can be chosen. */
  readonly radioOf?: string;
}

export function Choice({ label, hint, isChecked, onChange, disabled, radioOf }: ChoiceProps) {
  const id = useId();
  return (
    <label className="choice" htmlFor={id}>
      <input
        id={id}
        type={radioOf === undefined ? 'checkbox' : 'radio'}
        name={radioOf}
        checked={isChecked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
      {hint !== undefined && (
        <span className="choice-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </label>
  );
}

interface Described {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

function Field({ label, hint, error, children }: FieldProps & { children: (described: Described) => ReactNode }) {
  const id = useId();
  const notes = [hint === undefined ? null : `${id}-hint`, error === undefined ? null : `${id}-error`];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({
        id,
        'aria-describedby': notes.filter((note) => note !== null).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
