import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { deliverTest } from '../../src/jobs/deliver-test.ts';
import { OperatorError } from '../../src/lib/errors.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { createWorkspace } from './support/handoffs.ts';
import { startMailServer } from './support/mail-server.ts';
import { startReceiver } from './support/receiver.ts';
import { notificationSettings, readableLog } from './support/samples.ts';

onEachStore(
  'a test goes over every channel of the workspace, says that it is one, and stores nothing',
  async (harness) => {
    const { store } = await harness.openFresh();
    const receiver = await startReceiver();
    const mail = await startMailServer();
    const { workspaceId, secret } = await createWorkspace(store, {
      webhook: { url: receiver.url },
      email: { to: ['aurora@studio.example'] },
    });
    const settings = notificationSettings({ smtpUrl: mail.url, mailFrom: 'understudy@desk.example' });
    const { log } = readableLog();
    expect(await deliverTest({ store, workspaceId, settings, log })).toEqual([
      { channel: 'webhook', isDelivered: true, note: null },
      { channel: 'email', isDelivered: true, note: null },
    ]);
    const [request] = receiver.requests;
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toMatchObject({
      type: 'notification.test',
      id: expect.stringMatching(/^test_/),
      workspaceId,
    });
    expect(mail.mails[0]?.headers['subject']).toMatch(/^Test: /);
    expect(await store.listNotifications({ workspaceId, limit: 10 })).toEqual([]);
  },
);

onEachStore(
  'a test reports what does not work, and in a workspace without channels it goes to the log',
  async (harness) => {
    const { store } = await harness.openFresh();
    const receiver = await startReceiver((response) => response.writeHead(404).end());
    const { workspaceId } = await createWorkspace(store, { webhook: { url: receiver.url } });
    const { workspaceId: plain } = await createWorkspace(store);
    const { log, lines } = readableLog();
    const settings = notificationSettings();
    expect(await deliverTest({ store, workspaceId, settings, log })).toEqual([
      { channel: 'webhook', isDelivered: false, note: 'the webhook answered 404' },
    ]);
    expect(await deliverTest({ store, workspaceId: plain, settings, log })).toEqual([
      { channel: 'log', isDelivered: true, note: null },
    ]);
    expect(lines.join('')).toContain('a test notification');
    await expect(deliverTest({ store, workspaceId: 'ws_none', settings, log })).rejects.toThrow(OperatorError);
  },
);
