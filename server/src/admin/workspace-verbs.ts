import type { NotificationSettings } from '../domain/notification-settings.ts';
import type { PlanName } from '../domain/plan.ts';
import { type ActiveStatus, WorkspaceEntry } from '../domain/workspace-document.ts';
import { OperatorError } from '../lib/errors.ts';
import { createId } from '../lib/ids.ts';
import { printableName } from '../lib/printable.ts';
import { createValidator } from '../lib/validator.ts';
import type { Store } from '../store/port.ts';
import type { WorkspaceSummary } from '../store/workspace-port.ts';
import { validateDocument } from './documents/validate-document.ts';
import { isoTime } from './iso-time.ts';

export interface WorkspaceView {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly status: ActiveStatus;
  readonly monthlyReplies: number | null;
  readonly allowedOrigins: readonly string[];
  readonly notifications: NotificationSettings | null;
  readonly profiles: number;
  readonly conversations: number;
  readonly createdAt: string;
}

/** Creates an operator's actions on workspaces, other than imports. */
export function createWorkspaceVerbs({ store }: { store: Store }) {
  return {
    async list(): Promise<WorkspaceView[]> {
      return (await store.listWorkspaces()).map(view);
    },

    /** Creates an empty workspace. @throws OperatorError when a field is invalid, or the id is taken */
    async create(input: {
      id: string | null;
      name: string;
      plan: PlanName;
      monthlyReplies: number | null;
      allowedOrigins: readonly string[];
    }): Promise<WorkspaceView> {
      const workspaceId = input.id ?? createId('ws');
      const entry = createValidator(WorkspaceEntry, { subject: 'the workspace' })({
        id: workspaceId,
        name: input.name,
        plan: input.plan,
        ...(input.monthlyReplies === null ? {} : { monthlyReplies: input.monthlyReplies }),
        ...(input.allowedOrigins.length === 0 ? {} : { allowedOrigins: input.allowedOrigins }),
      });
      if (!entry.ok) {
        throw new OperatorError(
          'The workspace was not created.',
          entry.faults.map((fault) => fault.message),
        );
      }
      const [made] = validateDocument({ workspaces: [entry.value] }, 'The workspace').workspaces;
      if (made === undefined) throw new Error('a document lost its workspace');
      const isTaken = (await store.listWorkspaces()).some((workspace) => workspace.workspaceId === workspaceId);
      if (isTaken) {
        throw new OperatorError(
          `A workspace "${printableName(workspaceId)}" already exists. To change it, export, edit and import it.`,
        );
      }
      await store.importDocument({ workspaces: [made] }, { forceState: false, dryRun: false });
      const listed = (await store.listWorkspaces()).find((workspace) => workspace.workspaceId === workspaceId);
      if (listed === undefined)
        throw new OperatorError('The workspace was created, but someone removed it immediately.');
      return view(listed);
    },
  };
}

function view({ workspaceId, createdAt, ...rest }: WorkspaceSummary): WorkspaceView {
  return { id: workspaceId, ...rest, createdAt: isoTime(createdAt) };
}
