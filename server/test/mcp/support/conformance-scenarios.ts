/**
 * The server scenarios of the official conformance suite that do not apply to this service, with the reasons. All other
 * scenarios, including those that later releases of the suite add, are run and must pass.
 */
const ownTool = 'calls a tool of the reference server by its name; this service has its own four tools and no others';
const noResources = 'the service has no resources and does not declare the capability';
const noPrompts = 'the service has no prompts and does not declare the capability';
const serverAsks = 'a tool of the reference server asks the client back; the tools here answer in one response';

export const notApplicable: Readonly<Record<string, string>> = {
  'logging-set-level': 'the service sends no log messages to clients and does not declare the capability',
  'completion-complete': 'the service has nothing to complete and does not declare the capability',
  'tools-call-simple-text': ownTool,
  'tools-call-image': ownTool,
  'tools-call-audio': ownTool,
  'tools-call-embedded-resource': ownTool,
  'tools-call-mixed-content': ownTool,
  'tools-call-with-logging': ownTool,
  'tools-call-error': ownTool,
  'tools-call-with-progress': ownTool,
  'tools-call-sampling': serverAsks,
  'tools-call-elicitation': serverAsks,
  'json-schema-2020-12': ownTool,
  'elicitation-sep1034-defaults': serverAsks,
  'elicitation-sep1330-enums': serverAsks,
  'server-sse-polling':
    'reconnects to a broken stream of a session; the service is stateless and answers in one response',
  'server-sse-multiple-streams': 'opens several streams of one session; the service gives out no session',
  'resources-list': noResources,
  'resources-read-text': noResources,
  'resources-read-binary': noResources,
  'resources-templates-read': noResources,
  'resources-subscribe': noResources,
  'resources-unsubscribe': noResources,
  'prompts-list': noPrompts,
  'prompts-get-simple': noPrompts,
  'prompts-get-with-args': noPrompts,
  'prompts-get-embedded-resource': noPrompts,
  'prompts-get-with-image': noPrompts,
};
