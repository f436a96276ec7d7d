// Written from https://core.telegram.org/bots/api#update, #businessconnection, #message and #businessmessagesdeleted (read 2026-11-22).

const creator = { id: 42, is_bot: false, first_name: 'Aurora' };

export function businessConnection(canReply: boolean, isEnabled = true): object {
  return {
    business_connection: {
      id: 'bc_1',
      user: creator,
      user_chat_id: 42,
      date: seconds(),
      rights: canReply ? { can_reply: true } : {},
      is_enabled: isEnabled,
    },
  };
}

export function fromFan(messageId: number, text: string, more: object = {}): object {
  return { business_message: { ...head(messageId), from: fan, text, ...more } };
}

export function fromCreator(messageId: number, text: string, more: object = {}): object {
  return { business_message: { ...head(messageId), from: creator, text, ...more } };
}

export function edited(messageId: number, text: string): object {
  return { edited_business_message: { ...head(messageId), from: fan, text, edit_date: seconds() + 1 } };
}

export function deleted(...ids: number[]): object {
  return { deleted_business_messages: { business_connection_id: 'bc_1', chat, message_ids: ids } };
}

const fan = { id: 77, is_bot: false, first_name: 'Maya', username: 'maya' };
const chat = { id: 77, type: 'private', first_name: 'Maya', last_name: 'Reyes', username: 'maya' };

function head(messageId: number): object {
  return { message_id: messageId, business_connection_id: 'bc_1', chat, date: seconds() };
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
