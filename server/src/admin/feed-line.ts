import Type from 'typebox';
import { Contact, Direction } from '../domain/conversation.ts';
import { dateTime, identifier, text } from '../domain/text.ts';
import { createValidator } from '../lib/validator.ts';
import type { AppendedMessage } from '../store/workspace-port.ts';

/**
 * One line of a feed: a message in a conversation. If the message has no id, its timestamp, direction and body identify
 * it.
 */
const FeedMessage = Type.Object(
  {
    conversationId: identifier("the message's conversation"),
    direction: Direction,
    body: text(1, 8_000),
    id: Type.Optional(identifier('unique within the conversation')),
    sentAt: Type.Optional(dateTime('when it was sent; the default is now')),
    senderType: Type.Optional(text(1, 40)),
    profileId: Type.Optional(identifier('required only if the conversation is new')),
    channel: Type.Optional(text(1, 60)),
    contact: Type.Optional(Contact),
  },
  { additionalProperties: false },
);

export type FeedLine =
  | { readonly ok: true; readonly message: AppendedMessage }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Creates a reader of feed lines. For an invalid line, the reader returns the reasons, which never quote the line. */
export function createFeedReader(): (line: Buffer) => FeedLine {
  const validate = createValidator(FeedMessage, { subject: 'the line' });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (line) => {
    let value: unknown;
    try {
      value = JSON.parse(decoder.decode(line));
    } catch (error) {
      return {
        ok: false,
        faults: [error instanceof TypeError ? 'the line is not UTF-8 text' : 'the line is not a JSON object'],
      };
    }
    const result = validate(value);
    if (!result.ok) return { ok: false, faults: result.faults.map((fault) => fault.message) };
    const { conversationId, direction, body, id, sentAt, senderType, profileId, channel, contact } = result.value;
    return {
      ok: true,
      message: {
        conversationId,
        direction,
        body,
        messageId: id ?? null,
        sentAt: sentAt === undefined ? null : Date.parse(sentAt),
        senderType: senderType ?? null,
        profileId: profileId ?? null,
        channel: channel ?? null,
        contact: contact ?? null,
      },
    };
  };
}
