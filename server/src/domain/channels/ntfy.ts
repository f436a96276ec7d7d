import Type from 'typebox';
import { definePostedChannel } from './posted-channel.ts';
import { cut, quoted, wordingOf } from './wording.ts';

const priorities = { normal: 3, high: 4, urgent: 5 } as const;

/**
 * Sends notifications to a topic on ntfy.sh or on a self-hosted ntfy server:
 * https://docs.ntfy.sh/publish/#publish-as-json
 */
export const ntfy = definePostedChannel({
  title: 'ntfy',
  hosts: [],
  settings: Type.Object(
    {
      url: Type.String({
        format: 'uri',
        maxLength: 300,
        description:
          'the address of a topic; on a public server, anyone who knows it can read the messages, so choose one that no one can guess',
        examples: ['https://ntfy.sh/aurora-4f9c2b7e'],
      }),
      token: Type.Optional(
        Type.String({
          pattern: '^tk_[A-Za-z0-9]{1,100}$',
          maxLength: 103,
          description: 'an access token, if the topic requires one',
          examples: ['tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  fields: [
    {
      name: 'url',
      label: 'ntfy topic',
      hint: 'Choose a name that is hard to guess, and subscribe to it in the ntfy app. Leave it empty for none.',
      placeholder: 'https://ntfy.sh/…',
      isOptional: false,
    },
    {
      name: 'token',
      label: 'ntfy access token',
      hint: 'Only if the topic requires one',
      placeholder: 'tk_…',
      isOptional: true,
    },
  ],
  finalStatuses: {
    401: 'ntfy rejected the access token: create another one',
    403: 'ntfy does not let this token publish to the topic',
    404: 'ntfy does not know this address: check the server and the topic',
  },
  addressFault(text) {
    const url = URL.parse(text);
    const isTopic = url !== null && /^https?:$/.test(url.protocol) && /^\/[-\w]{1,64}$/.test(url.pathname);
    if (isTopic && url.search === '' && url.hash === '' && url.username === '' && url.password === '') return null;
    return 'must be the address of a topic with nothing after it, such as https://ntfy.sh/aurora-4f9c2b7e: a server, then one name of up to 64 letters, digits, "-" and "_"';
  },
  requestOf(announcement, { url, token }, consoleUrl) {
    const { title, rows, message, closing } = wordingOf(announcement);
    const { origin, pathname } = new URL(url);
    const lines = rows.map(([label, value]) => `${label}: ${value}`);
    const body = [...lines, ...(message === null ? [] : quoted(message, 500)), closing].join('\n');
    return {
      url: `${origin}/`,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        topic: pathname.slice(1),
        title: cut(title, 200),
        message: cut(body, 1_000),
        priority: priorities[announcement.risk?.urgency ?? 'normal'],
        tags: ['speech_balloon'],
        ...(consoleUrl !== null && { click: consoleUrl }),
      }),
    };
  },
});
