import { expect, test } from 'vitest';
import { createStreamPlaces } from '../../src/http/console/stream-places.ts';

const bounds = { process: 5, workspace: 3, account: 2 };

test('an account, a workspace and the process each have a limit, and a returned slot is free again', () => {
  const places = createStreamPlaces(bounds);
  const take = (workspaceId: string, accountId: string) => places.take({ workspaceId, accountId });
  const first = take('ws_a', 'ada');
  expect(typeof first).toBe('function');
  take('ws_a', 'ada');
  expect(take('ws_a', 'ada')).toBe('account');
  expect(take('ws_b', 'ada'), 'in every workspace').toBe('account');
  expect(typeof take('ws_a', 'bob')).toBe('function');
  expect(take('ws_a', 'cy')).toBe('workspace');
  take('ws_b', 'cy');
  take('ws_b', 'cy');
  expect(take('ws_c', 'dee')).toBe('process');
  if (typeof first === 'string') throw new Error('the first place was refused');
  first();
  first();
  expect(places.taken(), 'a place is given back once').toBe(4);
  expect(typeof take('ws_a', 'dee')).toBe('function');
});
