import { pageItemsOf } from '../../domain/page/page-items.ts';
import type { ConsoleStore } from '../console-port.ts';
import type { Call } from './database.ts';

export function createConsole(call: Call): ConsoleStore {
  return {
    workspace: ({ workspaceId }) => call('read_workspace', { workspace: workspaceId }),
    pulse: ({ workspaceId }) => call('read_pulse', { workspace: workspaceId }),

    listProfiles: ({ workspaceId }) => call('list_profiles', { workspace: workspaceId }),
    personaDraft: ({ workspaceId, profileId }) =>
      call('read_persona_draft', { workspace: workspaceId, profile: profileId }),
    saveDraft: ({ workspaceId, profileId, version, draft, baseRevision, unpublished, change }) =>
      call('save_draft', {
        workspace: workspaceId,
        profile: profileId,
        version,
        draft: draft === null ? null : JSON.stringify(draft),
        base_revision: baseRevision,
        unpublished,
        change: JSON.stringify(change),
      }),
    publishDraft: ({ workspaceId, profileId, version, publishedRevision, persona, revision, change }) =>
      call('publish_draft', {
        workspace: workspaceId,
        profile: profileId,
        version,
        published_revision: publishedRevision,
        persona: JSON.stringify(persona),
        revision,
        change: JSON.stringify(change),
        items: JSON.stringify(pageItemsOf(persona)),
      }),
    personaChanges: ({ workspaceId, profileId, version, limit }) =>
      call('list_persona_changes', { workspace: workspaceId, profile: profileId, version, limit }),

    reviewQueue: ({ workspaceId, limit }) => call('review_queue', { workspace: workspaceId, limit }),
    inboxPage: ({ workspaceId, ...query }) =>
      call('inbox_page', { workspace: workspaceId, query: JSON.stringify(query) }),
    thread: ({ workspaceId, conversationId, messages }) =>
      call('read_thread', { workspace: workspaceId, conversation: conversationId, messages }),
    saveReply: ({ workspaceId, conversationId, reply, by }) =>
      call('save_reply', { workspace: workspaceId, conversation: conversationId, reply, by }),
    recentThreads: ({ workspaceId, profileId, limit }) =>
      call('recent_threads', { workspace: workspaceId, profile: profileId, limit }),

    listTestCases: ({ workspaceId }) => call('list_test_cases', { workspace: workspaceId }),
    saveTestCase: ({ workspaceId, max, ...testCase }) =>
      call('save_test_case', { workspace: workspaceId, case: JSON.stringify(testCase), max }),
    removeTestCase: ({ workspaceId, caseId }) => call('remove_test_case', { workspace: workspaceId, case: caseId }),

    activity: ({ workspaceId, days }) => call('read_activity', { workspace: workspaceId, days }),
  };
}
