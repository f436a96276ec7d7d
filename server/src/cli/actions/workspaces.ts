import { createWorkspaceVerbs } from '../../admin/workspace-verbs.ts';
import type { PlanName } from '../../domain/plan.ts';
import { printableText } from '../../lib/printable.ts';
import { ago } from '../ago.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';

export async function listWorkspaces(terminal: Terminal, options: { json?: true }): Promise<void> {
  const workspaces = await lookAtStore(terminal, (store) => createWorkspaceVerbs({ store }).list());
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(workspaces);
  if (workspaces.length === 0) {
    return printer.line(
      'There is no workspace yet. Bring one in with "understudy import FILE", or make an empty one with "understudy workspaces create".',
    );
  }
  const now = Date.now();
  printer.table(
    [
      { title: 'ID', canShrink: true },
      { title: 'NAME', canShrink: true },
      { title: 'PLAN' },
      { title: 'STATUS', paint: (cell, { green, yellow }) => (cell === 'active' ? green(cell) : yellow(cell)) },
      { title: 'PROFILES', align: 'right' },
      { title: 'CONVERSATIONS', align: 'right' },
      { title: 'MADE' },
    ],
    workspaces.map((workspace) => [
      workspace.id,
      printableText(workspace.name),
      workspace.plan,
      workspace.status,
      String(workspace.profiles),
      String(workspace.conversations),
      ago(workspace.createdAt, now),
    ]),
  );
}

export async function createWorkspace(
  terminal: Terminal,
  options: {
    name: string;
    plan: PlanName;
    id?: string;
    monthlyReplies?: number;
    origin?: readonly string[];
    json?: true;
  },
): Promise<void> {
  const workspace = await withStore(terminal, (store) =>
    createWorkspaceVerbs({ store }).create({
      id: options.id ?? null,
      name: options.name,
      plan: options.plan,
      monthlyReplies: options.monthlyReplies ?? null,
      allowedOrigins: options.origin ?? [],
    }),
  );
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(workspace);
  const { bold, green } = printer.colours;
  printer.line(
    `${green('✓')} Workspace ${bold(workspace.id)} (${printableText(workspace.name)}, plan ${workspace.plan}) is made.`,
  );
  printer.line(`  Next: understudy keys create --workspace ${workspace.id} --name NAME --scopes all`);
}
