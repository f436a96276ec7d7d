import { onTestFinished } from 'vitest';
import { type FakeTelegram, startFakeTelegram } from '../fake-provider.ts';
import { type FakeMailbox, startFakeMailbox } from './fake-imap.ts';

/** Starts a simulated Telegram Bot API that stops after the running test. */
export async function openFakeTelegram(): Promise<FakeTelegram> {
  const telegram = await startFakeTelegram();
  onTestFinished(() => telegram.stop());
  return telegram;
}

/** Starts a simulated mailbox that stops after the running test. */
export async function openFakeMailbox(): Promise<FakeMailbox> {
  const box = await startFakeMailbox();
  onTestFinished(() => box.stop());
  return box;
}
