// Emails written for these tests according to RFC 5322, RFC 2045 to 2047, RFC 3834 and RFC 3464 (read 2026-11-22).

export interface MailFixture {
  readonly name: string;
  readonly raw: string;
  readonly isSent?: true;
  /** The name of the fixture whose thread this email belongs to. If omitted, the email starts a thread. */
  readonly threadOf?: string;
  readonly body?: string;
  readonly isAutomated?: true;
  /** True if the email is unreadable. */
  readonly isBroken?: true;
  readonly attachments?: readonly string[];
}

const own = 'aurora@example.org';
const maya = 'Maya Reyes <maya@example.com>';
const day = 'Sun, 22 Nov 2026 09:00:00 +0000';

interface MailText {
  readonly id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

function mail({
  id,
  from = maya,
  to = own,
  subject = 'A question',
  headers = [],
  body = 'Do you ship to Peru?',
}: MailText): string {
  const lines = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`];
  const hasDate = headers.some((line) => /^date:/i.test(line));
  return [
    ...lines,
    ...(hasDate ? [] : [`Date: ${day}`]),
    ...(id === undefined ? [] : [`Message-ID: <${id}>`]),
    ...headers,
    '',
    body,
  ].join('\r\n');
}

const answers = (...ids: string[]) => [
  `In-Reply-To: <${ids.at(-1)}>`,
  `References: ${ids.map((id) => `<${id}>`).join(' ')}`,
];
const quoted = 'I ship worldwide.\r\nAurora';
const cited = quoted
  .split('\r\n')
  .map((line) => `> ${line}`)
  .join('\r\n');

/** The quoted text that six mail clients, in some of their languages, put below an answer. */
const clients: Readonly<Record<string, string>> = {
  gmail: `On Sun, Nov 22, 2026 at 9:00 AM Aurora <${own}> wrote:\r\n\r\n${cited}`,
  gmailFolded: `On Sun, Nov 22, 2026 at 9:00 AM Aurora Lane of the studio in Lisbon\r\n<${own}> wrote:\r\n\r\n${cited}`,
  apple: `Sent from my iPhone\r\n\r\n> On 22 Nov 2026, at 09:00, Aurora <${own}> wrote:\r\n> \r\n${cited}`,
  outlook: `From: Aurora <${own}>\r\nSent: Sunday, November 22, 2026 9:00 AM\r\nTo: Maya\r\nSubject: RE: A question\r\n\r\n${quoted}`,
  outlookRule: `________________________________\r\nFrom: Aurora\r\nSent: Sunday\r\n\r\n${quoted}`,
  outlookOld: `-----Original Message-----\r\nFrom: Aurora\r\n\r\n${quoted}`,
  thunderbird: `On 22/11/2026 09:00, Aurora wrote:\r\n${cited}`,
  german: `Am 22.11.26 um 09:00 schrieb Aurora:\r\n${cited}`,
  french: `Le 22 nov. 2026 à 09:00, Aurora <${own}> a écrit :\r\n${cited}`,
  spanish: `El dom, 22 nov 2026 a las 9:00, Aurora (<${own}>) escribió:\r\n${cited}`,
};

const threads: MailFixture[] = Object.entries(clients).flatMap(([client, quote], at) => {
  const [first, second, third] = [`q${at}@example.com`, `a${at}@example.org`, `r${at}@example.com`];
  return [
    { name: `${client}: question`, raw: mail({ id: first }), body: 'Do you ship to Peru?' },
    {
      name: `${client}: answer`,
      raw: mail({ id: second, from: own, to: maya, headers: answers(first), body: quoted }),
      isSent: true as const,
      threadOf: `${client}: question`,
    },
    {
      name: `${client}: reply`,
      raw: mail({
        id: third,
        subject: 'Re: A question',
        headers: answers(first, second),
        body: `And to Chile?\r\n\r\n${quote}`,
      }),
      threadOf: `${client}: question`,
      body: 'And to Chile?',
    },
  ];
});

const lost: MailFixture[] = [
  {
    name: 'an answer that names only the mail before it',
    raw: mail({ id: 'only@example.com', headers: ['In-Reply-To: <r0@example.com>'], body: 'Thanks' }),
    threadOf: 'gmail: question',
    body: 'Thanks',
  },
  { name: 'the same subject in another thread', raw: mail({ id: 'same@example.com', subject: 'Re: A question' }) },
  {
    name: 'a stranger who names the mails of a thread',
    raw: mail({
      id: 'x@example.net',
      from: 'Eve <eve@example.net>',
      headers: answers('q0@example.com', 'a0@example.org'),
    }),
  },
  { name: 'no Message-ID', raw: mail({ body: 'No id here' }), body: 'No id here' },
  {
    name: 'Reply-To names where the person reads',
    raw: mail({ id: 'rt@example.com', from: 'Form <form@example.com>', headers: ['Reply-To: Zoe <zoe@example.com>'] }),
  },
];

const automatic = (name: string, ...headers: string[]): MailFixture => ({
  name,
  raw: mail({ id: `${name.replaceAll(' ', '-')}@example.com`, headers }),
  isAutomated: true,
});

const machines: MailFixture[] = [
  automatic('an answer of a machine', 'Auto-Submitted: auto-replied'),
  automatic('a mail made by a machine', 'Auto-Submitted: auto-generated; type=ticket'),
  automatic('a vacation notice', 'X-Autoreply: yes', 'Precedence: bulk'),
  automatic('a list', 'List-Id: News <news.example.com>'),
  automatic('a newsletter', 'List-Unsubscribe: <https://example.com/u>'),
  automatic('bulk', 'Precedence: bulk'),
  automatic('a null return path', 'Return-Path: <>'),
  automatic('an answer that wants no answer', 'X-Auto-Response-Suppress: All'),
  {
    name: 'a bounce',
    raw: mail({
      id: 'dsn@example.com',
      from: 'Mail Delivery System <MAILER-DAEMON@example.com>',
      headers: ['Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
      body: '--b\r\n\r\nIt could not be delivered.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n--b--',
    }),
    isAutomated: true,
  },
  {
    name: 'nobody reads the answers',
    raw: mail({ id: 'nr@example.com', from: 'Shop <no-reply@example.com>' }),
    isAutomated: true,
  },
  {
    name: 'a mail under the own name in the inbox',
    raw: mail({ id: 'own@example.org', from: own }),
    isAutomated: true,
  },
  {
    name: 'a person whose desk says that it is no machine',
    raw: mail({ id: 'human@example.com', headers: ['Auto-Submitted: no'] }),
  },
];

const part = (type: string, body: string, ...headers: string[]) =>
  [`Content-Type: ${type}`, ...headers, '', body].join('\r\n');
const multi = (kind: string, ...parts: string[]) => ({
  headers: [`Content-Type: multipart/${kind}; boundary="bb"`],
  body: `${parts.map((one) => `--bb\r\n${one}\r\n`).join('')}--bb--`,
});
const nested = (depth: number): string =>
  depth === 0
    ? 'Content-Type: text/plain\r\n\r\nbottom'
    : `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n${nested(depth - 1)}\r\n--b${depth}--`;

const forms: MailFixture[] = [
  {
    name: 'HTML alone',
    raw: mail({
      id: 'h1@example.com',
      headers: ['Content-Type: text/html; charset=utf-8'],
      body: '<style>p{color:red}</style><p>Do you ship &amp; wrap?</p><p>Thanks</p>',
    }),
    body: 'Do you ship & wrap?\nThanks',
  },
  {
    name: 'HTML with a quotation',
    raw: mail({
      id: 'h2@example.com',
      headers: ['Content-Type: text/html'],
      body: '<div>Yes please</div><blockquote>I ship worldwide.</blockquote>',
    }),
    body: 'Yes please',
  },
  {
    name: 'both forms',
    raw: mail({
      id: 'h3@example.com',
      ...multi('alternative', part('text/plain', 'plain words'), part('text/html', '<p>html words</p>')),
    }),
    body: 'plain words',
  },
  {
    name: 'a picture with words',
    raw: mail({
      id: 'h4@example.com',
      ...multi(
        'mixed',
        part('text/plain', 'See this'),
        part(
          'image/png',
          'iVBORw0KGgo=',
          'Content-Transfer-Encoding: base64',
          'Content-Disposition: attachment; filename=a.png',
        ),
      ),
    }),
    body: 'See this',
    attachments: ['image'],
  },
  {
    name: 'a name in an encoded word',
    raw: mail({ id: 'e1@example.com', from: '=?UTF-8?B?WmXDqQ==?= <zee@example.com>' }),
    body: 'Do you ship to Peru?',
  },
  {
    name: 'quoted-printable',
    raw: mail({
      id: 'e2@example.com',
      headers: ['Content-Type: text/plain; charset=iso-8859-1', 'Content-Transfer-Encoding: quoted-printable'],
      body: 'Is the caf=E9 open?',
    }),
    body: 'Is the café open?',
  },
  {
    name: 'base64',
    raw: mail({
      id: 'e3@example.com',
      headers: ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'],
      body: Buffer.from('Schön, danke!').toString('base64'),
    }),
    body: 'Schön, danke!',
  },
  {
    name: 'a signature',
    raw: mail({ id: 'f1@example.com', body: 'Hello\r\n-- \r\nMaya Reyes\r\nLima' }),
    body: 'Hello',
  },
  {
    name: 'nothing but a quotation',
    raw: mail({ id: 'f2@example.com', body: '> I ship worldwide.' }),
    body: '> I ship worldwide.',
  },
  {
    name: 'a subject alone',
    raw: mail({ id: 'f3@example.com', subject: 'Are you open today?', body: '' }),
    body: 'Are you open today?',
  },
  { name: 'a date that is none', raw: mail({ id: 'd1@example.com', headers: ['Date: yesterday, I think'] }) },
  {
    name: 'a date in the far future',
    raw: mail({ id: 'd2@example.com', headers: ['Date: Thu, 1 Jan 2099 00:00:00 +0000'] }),
  },
  {
    name: 'an unknown charset',
    raw: mail({ id: 'b1@example.com', headers: ['Content-Type: text/plain; charset=x-none'] }),
  },
  {
    name: 'a boundary that never comes',
    raw: mail({ id: 'b2@example.com', headers: ['Content-Type: multipart/mixed; boundary=gone'], body: 'no parts' }),
  },
  {
    name: 'base64 that breaks off',
    raw: mail({ id: 'b3@example.com', headers: ['Content-Transfer-Encoding: base64'], body: 'SGVsbG8gdGhlcmU' }),
  },
  { name: 'a NUL and a lone control character', raw: mail({ id: 'b4@example.com', body: 'Hi\u0000 there\u0007' }) },
  { name: 'two Message-IDs', raw: mail({ id: 'b5@example.com', headers: ['Message-ID: <b5b@example.com>'] }) },
  { name: 'no header at all', raw: 'just words without a header', isBroken: true },
  { name: 'nothing', raw: '', isBroken: true },
  { name: 'a bomb of nested parts', raw: `From: ${maya}\r\n${nested(200)}`, isBroken: true },
  {
    name: 'a bomb of headers',
    raw: mail({
      id: 'b6@example.com',
      headers: Array.from({ length: 9_000 }, (_, at) => `X-H${at}: ${'a'.repeat(20)}`),
    }),
    isBroken: true,
  },
  { name: 'one line of 64 KiB', raw: mail({ id: 'b7@example.com', body: `on ${'x '.repeat(32_000)}` }) },
  {
    name: 'many open angles',
    raw: mail({ id: 'b8@example.com', headers: ['Content-Type: text/html'], body: '<'.repeat(60_000) }),
  },
];

export const mailFixtures: readonly MailFixture[] = [...threads, ...lost, ...machines, ...forms];
