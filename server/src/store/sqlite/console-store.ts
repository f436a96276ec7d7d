import type { ConsoleStore } from '../console-port.ts';
import type { AccountStoreDeps } from './account-store.ts';
import * as activity from './activity.ts';
import { inboxPage } from './inbox-page.ts';
import type { PortWrites } from './port-writes.ts';
import * as reviewing from './reviewing.ts';
import * as studio from './studio.ts';
import { listWorkspaces } from './workspaces.ts';

/** Creates the console's operations in one workspace that are not in `portWrites`. */
export function createConsoleStore({ read }: Pick<AccountStoreDeps, 'read'>): Omit<ConsoleStore, keyof PortWrites> {
  return {
    workspace: (input) => read((db) => listWorkspaces(db, input.workspaceId)[0] ?? null),
    pulse: (input) => read((db) => reviewing.readPulse(db, input)),

    listProfiles: (input) => read((db) => studio.listProfiles(db, input)),
    personaDraft: (input) => read((_, at) => studio.personaDraft(at, input)),
    personaChanges: (input) => read((db) => studio.personaChanges(db, input)),

    reviewQueue: (input) => read((db) => reviewing.reviewQueue(db, input)),
    inboxPage: (input) => read((db) => inboxPage(db, input)),
    thread: (input) => read((_, at) => reviewing.readThread(at, input)),
    recentThreads: (input) => read((db) => reviewing.recentThreads(db, input)),

    listTestCases: (input) => read((db) => activity.listTestCases(db, input)),

    activity: (input) => read((_, at) => activity.readActivity(at, input)),
  };
}
