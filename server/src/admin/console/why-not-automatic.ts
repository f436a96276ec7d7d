import { intentInWords } from '../../drafting/decide/rationale.ts';

export interface Why {
  /** One sentence for the creator. */
  readonly text: string;
  /**
   * What the creator can change so that messages like this one are answered automatically: the training phrases, the
   * facts or the settings. Null if no change would help.
   */
  readonly next: 'teach' | 'fact' | 'settings' | null;
}

const of = (text: string, next: Why['next'] = null): Why => ({ text, next });
const yours = of('Only you can answer this.');
const unanswered = of('Nothing you approved answers this yet.', 'fact');

const plain: Readonly<Record<string, Why>> = {
  history: of('An earlier message in this conversation needs care.'),
  disguise: of('Some letters or words in the message are disguised, so read it yourself.'),
  contradicts: of('The message mentions a place, day, size or number that your answer does not cover.', 'fact'),
  sign: of('An emoji in the message may change what the words mean.'),
  unread: of('Part of the message uses words or a language that Understudy does not understand.'),
  'always-ask': of('You chose to approve this answer each time.', 'settings'),
  unsure: of('The suggestion might not answer the whole message.', 'teach'),
  'no-item': unanswered,
  nothing: unanswered,
  autonomy: of('Automatic answers are turned off.', 'settings'),
  withheld: of('You often changed this answer, so Understudy only suggests it until you rewrite it.', 'settings'),
  'said-otherwise': of('You wrote something in this conversation that may change the answer.'),
  guard: of('The answer says something that none of your facts supports.', 'fact'),
  fit: of('The answer is too long, or does not fit your voice.', 'settings'),
  'awaits-creator': of('This conversation is already waiting for you.'),
};

/** Returns the main reason why a message is not answered automatically. The text is empty if there is none. */
export function whyNotAutomatic(reasons: unknown): Why {
  const [reason] = Array.isArray(reasons) ? reasons.map(String) : [];
  if (reason === undefined) return of('');
  const [rule = '', detail = ''] = reason.split(':');
  if (detail === 'crisis' || detail === 'minor_safety')
    return of('Someone may be in danger. Please answer this yourself, now.');
  switch (rule) {
    case 'hazard':
    case 'doubt':
      return of(`This may be ${intentInWords(detail)}. Please answer it yourself.`);
    case 'block':
      return of(`This is ${intentInWords(detail)}, so Understudy suggests nothing.`);
    case 'topic':
      return detail.startsWith('blocked')
        ? of('You chose to get no suggestions on this topic.')
        : of('You chose to answer this topic yourself.');
    case 'language':
      return of('The message is in a language that Understudy does not understand.');
    case 'model':
      return detail === 'open' || detail === 'none' || detail === 'disagree'
        ? of('The language model is not sure that an approved answer fits.', 'teach')
        : of('The language model saw a risk. Please answer it yourself.');
    default:
      return plain[rule] ?? yours;
  }
}
