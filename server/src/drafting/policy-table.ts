import type { Intent, RiskLevel } from '../domain/decision.ts';

/** The acts of a clause: it asks, requests, insists, or describes the sender's situation. */
export const acts = ['question', 'request', 'demand', 'status'] as const;
export type Act = (typeof acts)[number];

/**
 * Whether a clause with a given intent and act may be answered without the creator. `never`: no. `with-item`: only with
 * an approved fact or offer that answers it. `always`: an approved phrase is enough. `context`: the clause only states
 * something, and needs no answer if another clause asks.
 */
export type Gate = 'never' | 'with-item' | 'always' | 'context';

export interface PolicyRow extends Readonly<Record<Act, Gate>> {
  readonly intent: Intent;
  /** The intent's everyday name, such as "a greeting". */
  readonly name: string;
  /** The intent, in the words of a creator. */
  readonly about: string;
  /** The risk level of a clause of this intent if its gate does not open. `blocked` applies regardless of the gate. */
  readonly risk: RiskLevel;
}

/**
 * The gates of an intent that items may answer, and those of an intent that only the creator answers. Both are in the
 * order of `acts`.
 */
const asked = 'with-item with-item never context';
const never = 'never never never never';

/**
 * The only place that defines which messages may ever be answered automatically. Rules and detectors can only make a
 * decision stricter than this table.
 */
const policyTable: readonly PolicyRow[] = [
  row('greeting', 'a greeting', 'hello, small talk', 'always always never always', 'safe'),
  row('praise', 'praise', 'compliment, thanks, fan love', 'always always never always', 'safe'),
  row('content_question', 'a question about the work', "the creator's work, gear, technique, story", asked),
  row('content_request', 'a content request', 'asks for a topic, a video, a design', asked),
  row('schedule', 'a schedule question', 'when and where next', asked),
  row('pricing', 'a pricing question', 'price, discount, what is included', 'with-item never never context'),
  row('purchase', 'a question about buying', 'how and where to buy or join', asked),
  row('availability', 'a question about availability', 'stock, sizes, spots', asked),
  row('shipping', 'a shipping question', 'where to, how long, what it costs', asked),
  row('order_status', "a question about the sender's own order", "the sender's own order", never),
  row('access_problem', 'an access problem', 'log in, link, download, broken', 'with-item with-item never with-item'),
  row('refund', 'a refund or return request', 'returns, money back', 'with-item never never never'),
  row('billing', 'a billing question', 'charges, cancelling a subscription', 'with-item never never never'),
  row('booking', 'a booking', 'commission, custom work, shout-out, lesson', asked),
  row('collaboration', 'a collaboration request', 'brand deal, press, sponsorship, affiliate', never),
  row('giveaway', 'a giveaway question', 'rules of a giveaway, who won', 'with-item never never context'),
  row('personal', 'a personal matter', 'private life, place, age, relationship', 'with-item never never never'),
  row('identity', 'a question about who is answering', 'are you a bot, is it really you', never),
  row('feedback', 'feedback', 'constructive, mild', 'never never never always'),
  row('complaint', 'a complaint', 'unhappy', never),
  row('advice', 'a request for personal advice', 'medical, legal, financial, mental health', never),
  row('legal', 'a legal matter', 'copyright, licence, lawyer, data request', 'with-item never never never'),
  row('opt_out', 'a request to stop messaging', 'stop messaging me', never),
  row('crisis', 'signs of a crisis', 'self-harm, in danger', never, 'blocked'),
  row('harassment', 'harassment', 'insults, hate', never, 'blocked'),
  row('threat', 'a threat', 'violence, doxxing, blackmail', never, 'blocked'),
  row('sexual', 'sexual solicitation', 'solicitation', never, 'blocked'),
  row('minor_safety', 'a risk to a minor', 'a minor with sexual, romantic, meeting or money signals', never, 'blocked'),
  row('spam', 'spam', 'promotion, phishing, crypto, follow-for-follow', never, 'blocked'),
  row(
    'manipulation',
    'an attempt to manipulate the service',
    'injection, probing, pressing for a refund or promise',
    never,
    'blocked',
  ),
  row('unclear', 'an unclear message', 'gibberish, no intent, a language not understood', never),
];

const byIntent = new Map(policyTable.map((entry) => [entry.intent, entry]));

/** Returns the intent's row, or the strictest possible row if the table has none. */
export function policyFor(intent: Intent): PolicyRow {
  return byIntent.get(intent) ?? row(intent, intent, '', never);
}

/** Returns true if any act of the intent may be answered without the creator. */
export function mayBeAutomatic(intent: Intent): boolean {
  const entry = policyFor(intent);
  return acts.some((act) => entry[act] === 'always' || entry[act] === 'with-item');
}

function row(intent: Intent, name: string, about: string, gates: string, risk: RiskLevel = 'review'): PolicyRow {
  // The words in the table follow the order of `acts`. The test of the table checks that each word is a gate.
  const [question, request, demand, status] = gates.split(' ') as [Gate, Gate, Gate, Gate];
  return { intent, name, about, question, request, demand, status, risk };
}
