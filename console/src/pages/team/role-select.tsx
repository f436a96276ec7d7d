import { roleWords } from './role-words.ts';
import { type Role, roles } from './roles.ts';

/** Selects a role in a table row. The column's title is its visible label. */
export function RoleSelect({
  label,
  role,
  onChange,
}: {
  readonly label: string;
  readonly role: Role;
  readonly onChange: (role: Role) => void;
}) {
  return (
    <select
      className="input"
      aria-label={label}
      value={role}
      onChange={(event) => {
        const chosen = roles.find((each) => each === event.target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {roles.map((each) => (
        <option key={each} value={each}>
          {roleWords[each].name}
        </option>
      ))}
    </select>
  );
}
