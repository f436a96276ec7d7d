import type { ClaimLine } from '../claims.ts';

const doing =
  'sent|refunded|cancell?ed|shipped|posted|booked|added|changed|updated|reserved|put|passed|forwarded|checked|applied|issued|processed|arranged|confirmed|scheduled|noted|told|asked|emailed|messaged|called|credited|upgraded|extended|registered|removed|deleted|unsubscribed|replaced|ordered|paid|transferred|saved|held|signed you up|spoken|made sure|sorted|fixed|resolved|approved|granted|given|gave|unlocked|activated|reset|looked into|contacted|reported|dispatched|mailed|delivered|packed|set up|moved';
const giving =
  'give|offer|send|do|get|refund|reserve|hold|save|book|ship|add|arrange|cancel|replace|extend|knock|throw in|include|make|meet|call|set aside|apply|waive|match|reimburse|pay|credit';

/** What a reply commits the creator to, or says has been done, or says about who is writing. */
export const commitmentLines: readonly ClaimLine[] = [
  {
    kind: 'human',
    pattern:
      /(?<![a-z])(?:i(?:'| a)?m (?:really |actually |truly |definitely |very much )?(?:an? )?(?:real |actual |living |genuine |100% )*(?:human|person|flesh and blood|real(?=[\s.!,]|$)(?! (?:fan|sorry|glad|happy|pleased|excited)))|i(?:'| a)?m (?:definitely |really )?not (?:an? |the )?(?:bot|robot|ai|machine|chatbot|computer|assistant|program)|(?:talking|speaking|chatting|writing) (?:to|with) (?:(?:a|an|the) )?(?:real|actual|human|person|me)|(?:not|no|isn't|never) (?:an? |any )?(?:bots?|robots?|chatbots?|auto-?repl(?:y|ies))|(?:it's|its|it is|this is) (?:(?:really|actually|truly|genuinely) (?:me|\w+ herself|\w+ himself)|me(?=[.!,)]|$| (?:typing|writing|answering|replying|here|behind))|a (?:human|real person))|real (?:person|human) here|human here|human (?:being )?(?:wrote|writes|reads|answers|typing)|(?:written|typed|answered) (?:by (?:a (?:human|person)|me personally)|personally)|personally (?:wrote|write|answer|reply|typed?)|(?:typing|writing) this (?:myself|personally|with my own)|no (?:ai|assistant) (?:here|writes|answers|involved|behind)|there(?:'s| is) no (?:ai|bot|assistant))(?![a-z])/g,
    key: () => 'human',
    shares: true,
  },
  {
    kind: 'leak',
    pattern:
      /(?<![a-z])(?:(?:my|the|these|our) (?:system )?(?:instructions?|prompts?|guidelines|programming|guardrails)|system prompt|(?:i|we) (?:was|were|am|are|'m|have been|'ve been) (?:told|instructed|programmed|asked|trained|configured|not allowed|not permitted) (?:to|not|by|on)|(?:my|the) (?:rules|policy|persona|knowledge base|context window|training data|database)(?: say| says| state| tell|:| is| are)?|as an ai|language model|(?:review|blocked) ?topics?|never ?say (?:list|rule)|approved (?:facts?|items?|phrases?|list|answers?)|api key|password is|confidential|internal (?:note|notes|rule|use|only|document)|not (?:yet )?(?:public|announced)|(?:my|the) notes (?:say|on you|about you)|(?:another|other) (?:fan|customer|client)s?'?s? (?:order|name|e-?mail|address|details|message))(?![a-z])/g,
    key: ([text]) => text,
    shares: true,
  },
  {
    kind: 'action',
    pattern: new RegExp(
      `(?<![a-z])(?:(?:i|we|the team|aurora|they)(?:'ve| have|'d| had|'m| am| was)? (?:just |already |now |also |gone ahead and |personally |been )*(?:${doing})|(?:your|the) [a-z]{2,20} (?:has been|have been|is now|was just|was|is being|has) (?:just |already |now )?(?:${doing}|on its way|confirmed)|(?:has|have) been (?:${doing})|you(?:'re| are) (?:all set|booked|in|confirmed|registered|signed up|on the list)(?![a-z])|consider it done|all sorted|it's done|all done|done and dusted|on its way)(?![a-z])`,
      'g',
    ),
    key: ([text]) => `done ${new RegExp(`(?:${doing})$`).exec(text)?.[0] ?? text}`,
    shares: true,
  },
  {
    kind: 'promise',
    pattern:
      /(?<![a-z])(?:(?:i'll|i will|we'll|we will|i'm going to|we're going to|i am going to|we are going to|i'd be happy to|happy to|i can|we can|i could|let me) (?:also |even |personally |gladly |happily |always |just |then |be able to )*(?<verb>[a-z]{2,14})|(?:you'll|you will|you're going to|you can expect to|you are going to) (?<yours>[a-z]{2,14})|(?:it|they|that|this|yours?|your [a-z]{2,14})(?:'ll| will) (?<its>[a-z]{2,14})|(?:i|we) (?<vow>promise|guarantee|swear|owe you|assure you|vow|commit)|(?<noun>promised?|guaranteed?|guarantees?|refund(?:ed|s|ing|able)?|money[- ]back|reimburse\w{0,4}|discount(?:ed|s)?|compensat\w{0,8}|exclusive(?:ly)?|shout-?outs?|store credit|priority|vip|backstage|reserved for you|just for you|only for you|special (?:price|deal|offer)|sneak peek|early access|personal(?:ised|ized)? video|meet(?:ing)? (?:up|you|me|in person)|see you|call you|phone you|video call|date with|replacement))(?![a-z])/g,
    key: (match) => (isDenied(match) ? `not ${promiseKey(match)}` : promiseKey(match)),
    shares: true,
  },
];

const polite = new Set([
  'see',
  'let',
  'know',
  'think',
  'say',
  'tell',
  'hear',
  'understand',
  'hope',
  'imagine',
  'relate',
  'explain',
  'answer',
  'love',
  'find',
  'be',
]);

/** "You'll need a piano" tells, and promises nothing. */
const foretelling = new Set(['need', 'find', 'see', 'love', 'want', 'tell', 'enjoy', 'know', 'notice']);

/** "We can't promise", "no refunds". */
function isDenied({ index = 0, input = '' }: RegExpMatchArray): boolean {
  return /(?:(?<![a-z])(?:no|not|never|cannot|without)|n't)\s(?:[a-z]{1,12}\s)?$/.test(
    input.slice(Math.max(0, index - 24), index),
  );
}

/** The verb or the thing that is promised; the same however the sentence is turned. */
function promiseKey({ 0: text, groups = {} }: RegExpMatchArray): string {
  const verb = groups['verb'];
  if (verb !== undefined) {
    // "I can see", "let me know", "happy to hear" promise nothing.
    if (/^(?:i can|we can|i could|let me|happy to|i'd be)/.test(text) && !new RegExp(`^(?:${giving})$`).test(verb))
      return '';
    if (polite.has(verb) && /^(?:let me|happy)/.test(text)) return '';
    return `will ${verb}`;
  }
  const other = groups['yours'] ?? groups['its'];
  if (other !== undefined) return foretelling.has(other) ? '' : `will ${other}`;
  if (groups['vow'] !== undefined) return 'vow';
  const noun = groups['noun'] ?? text;
  if (/^(?:refund|money|reimburse)/.test(noun)) return 'refund';
  if (/^(?:promise|guarantee)/.test(noun)) return 'vow';
  return noun.replace(/[- ]/g, '').replace(/(?:ed|s|ly)$/, '');
}
