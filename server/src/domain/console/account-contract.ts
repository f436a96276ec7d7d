import Type, { type Static } from 'typebox';
import { PlanName } from '../plan.ts';
import { text } from '../text.ts';
import { ActiveStatus } from '../workspace-document.ts';
import { closed, id, instant, nullable, Role } from './shapes.ts';

const email = text(3, 254, { format: 'email' });
const personName = text(1, 100);
const password = text(10, 200, { description: 'at least 10 characters, of any kind' });
/** The token of a link, which follows the `#` in the link. */
const token = text(1, 200);
/** A WebAuthn response or set of options in the form that @simplewebauthn/browser uses, passed through unchanged. */
const WebAuthnJson = Type.Record(Type.String(), Type.Unknown());

export const WorkspaceMembership = Type.Object({
  id,
  name: Type.String(),
  plan: PlanName,
  status: ActiveStatus,
  role: Role,
});

export const Session = Type.Object({
  account: Type.Object({
    id,
    email: Type.String(),
    name: Type.String(),
    isInstaller: Type.Boolean({
      description: 'true for the account that the set-up link created; it owns every workspace and may create new ones',
    }),
    hasPassword: Type.Boolean(),
    addressProven: Type.Boolean({
      description:
        'whether a mailed link or the operator verified that the address belongs to this person; if not, the account stays in the workspace that invited it',
    }),
  }),
  mailsLinks: Type.Boolean({
    description: 'whether the service has a mail server, so that an address can be verified and changed in the console',
  }),
  notices: Type.Array(
    Type.Object({
      id,
      kind: Type.Enum(['passkey_added', 'password_changed', 'password_reset', 'address_changed']),
      detail: Type.String({ description: "the passkey's name, or the new address; otherwise empty" }),
      browser: Type.String({ description: 'such as "Firefox on Linux"; empty if unknown' }),
      at: instant,
    }),
    {
      description:
        'credentials that another session added or replaced within 30 days and that were not dismissed in this session; newest first',
    },
  ),
  workspaces: Type.Array(WorkspaceMembership, { description: 'ordered by name' }),
  expiresAt: Type.String({ format: 'date-time', description: 'when the session expires, unless it is used earlier' }),
});
export type Session = Static<typeof Session>;

export const SessionState = Type.Object({
  session: nullable(Session),
  needsSetUp: Type.Boolean({
    description: 'true if nobody has an account yet; the first account needs the link that the service printed',
  }),
  passkeys: Type.Boolean({
    description: 'false if the page was opened at an IP address, because browsers do not support passkeys there',
  }),
});

/** The account that a link creates. Its email address is the user name. */
const NewAccount = { name: personName, email, password };

export const SetUpRequest = Type.Object({ token, ...NewAccount }, closed);
export const SignInRequest = Type.Object({ email, password: text(1, 200) }, closed);
export const LinkRequest = Type.Object({ token }, closed);
export const LinkView = Type.Object({
  kind: Type.Enum(['set_up', 'invitation', 'password_reset']),
  expiresAt: instant,
  workspaceName: nullable(Type.String()),
  role: nullable(Role),
  email: nullable(Type.String({ description: 'the address that was invited, or whose password is reset' })),
  accountExists: Type.Boolean({
    description:
      'true: sign in and accept; false: accept with a name and password. Also false if the link verifies the address and the existing account has not verified it; the new account then replaces the existing one',
  }),
});
export const AcceptInvitationRequest = Type.Object(
  { token, account: Type.Optional(Type.Object({ name: personName, password }, closed)) },
  { ...closed, description: 'without `account`, the signed-in account accepts; its address must be the invited one' },
);
export const ResetPasswordRequest = Type.Object({ token, password }, closed);
export const ChangeAccountRequest = Type.Object({ name: personName }, closed);
export const ChangePasswordRequest = Type.Object(
  {
    currentPassword: Type.Optional(text(1, 200)),
    newPassword: password,
    keepSessions: Type.Optional(Type.Boolean({ description: 'whether other sessions continue; if omitted, they end' })),
    keepPasskeys: Type.Optional(
      Type.Boolean({ description: 'whether passkeys stay; if omitted, all of them are removed' }),
    ),
  },
  {
    ...closed,
    description:
      '`currentPassword` is required if the account has a password; all other sessions end and all passkeys are removed, unless they are kept',
  },
);

/** Confirms that the signed-in user owns the account, with its password or one of its passkeys. */
const Confirmation = {
  password: Type.Optional(text(1, 200)),
  passkey: Type.Optional(WebAuthnJson),
};
export const BeginPasskeyRequest = Type.Object(Confirmation, {
  ...closed,
  description:
    'either `password`, or `passkey` with the result of startAuthentication for the options from /account/confirm/begin',
});
export const ChangeAddressRequest = Type.Object({ email, ...Confirmation }, closed);

const SessionView = Type.Object({
  id,
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  browser: Type.String({ description: 'such as "Firefox on Linux"; empty if unknown' }),
  isCurrent: Type.Boolean(),
});
export const PasskeyView = Type.Object({ id, name: Type.String(), createdAt: instant, lastUsedAt: nullable(instant) });
export const PasskeyOptions = Type.Object({ options: WebAuthnJson });
export const RegisterPasskeyRequest = Type.Object({ name: text(1, 100), response: WebAuthnJson }, closed);
export const SignInWithPasskeyRequest = Type.Object({ response: WebAuthnJson }, closed);

const MemberView = Type.Object({
  accountId: id,
  name: Type.String(),
  email: Type.String(),
  role: Role,
  isInstaller: Type.Boolean({
    description: 'true for the owner of every workspace, who can be neither changed nor removed',
  }),
  addressProven: Type.Boolean({ description: 'whether the address was verified' }),
  joinedAt: instant,
  lastSeenAt: nullable(instant),
});
const InvitationView = Type.Object({
  id,
  email: Type.String(),
  role: Role,
  createdAt: instant,
  expiresAt: instant,
  invitedBy: Type.String(),
});
export const People = Type.Object({ members: Type.Array(MemberView), invitations: Type.Array(InvitationView) });
export const InviteRequest = Type.Object({ email, role: Role }, closed);
export const InviteResponse = Type.Object({
  invitation: InvitationView,
  link: Type.String({ description: 'shown once, for the owner to pass on; the console sends nothing' }),
});
export const ChangeMemberRequest = Type.Object({ role: Role }, closed);
export const Sessions = Type.Object({ sessions: Type.Array(SessionView, { description: 'most recently used first' }) });
export const Passkeys = Type.Object({ passkeys: Type.Array(PasskeyView) });
