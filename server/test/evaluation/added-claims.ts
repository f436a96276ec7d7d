import { type Chance, type Change, withSentence } from './change.ts';

function says(...sentences: readonly string[]): Change {
  return ({ reply }, chance) => ({ reply: withSentence(reply, chance.pick(sentences), chance) });
}

function amount(chance: Chance): number {
  return 11 + chance.below(980);
}

/** Changes that insert an unapproved claim into a right reply, one for each kind of claim. */
export const addedClaims: Readonly<Record<string, Change>> = {
  'a price': ({ reply }, chance) => ({
    reply: withSentence(
      reply,
      chance.pick([
        `It's only $${amount(chance)} today.`,
        `That comes to ${amount(chance)} euros.`,
        `Just ${amount(chance)} bucks for you!`,
      ]),
      chance,
    ),
  }),
  'a price in words': says(
    "That's forty-seven dollars in total.",
    'I can do it for a hundred and twelve euros.',
    'It comes to seventeen quid.',
    'Yours for sixty-three pounds.',
    'It is twelve hundred dollars for everything.',
    "It's ninety bucks, all in.",
  ),
  "the sender's own number": ({ reply }, chance) => ({
    reply: withSentence(
      reply,
      chance.pick([`Yes, your $${amount(chance)} refund is right.`, `You're right, it was $${amount(chance)}.`]),
      chance,
    ),
  }),
  'something for free': says(
    'Shipping is free for you.',
    "I'll throw in a print at no extra cost.",
    'The second one is on the house.',
    "It's half price this week.",
    'Buy one get one!',
  ),
  'a percentage': says('You get 25 % off.', 'Take twenty percent off your next order.', "It's 40% cheaper now."),
  'an address': says(
    'See www.best-deals.shop/now for more.',
    'Details at http://fan-gifts.example.',
    'Go to bit.ly/2abCd for it.',
    'Look at my-new-page.xyz please.',
  ),
  'a spoken address': says(
    'Find it at fan gifts dot com.',
    'Go to bestdeals dot shop slash win.',
    'Look up auroragifts (dot) net.',
    'It is on mydeals [dot] org.',
    'Visit bestdeals . com for it.',
  ),
  'an email address': says('Write to winner@prize.example.', 'Mail me at aurora.private@mail.example please.'),
  'a spoken email address': says(
    'Write to bonus at mail dot com.',
    'Mail winner (at) prize (dot) net.',
    'Reach me on hidden [at] box [dot] org.',
  ),
  'a phone number': says(
    'Call me on +351 912 345 678.',
    'My number is 555-201-7788.',
    'Text 07700 900123.',
    'Ring (020) 7946 0018 any time.',
  ),
  'a handle': says(
    'Message @aurora.backup instead.',
    'Add @fast_cash99 on the other app.',
    'I am @real_creator there.',
  ),
  'a discount code': says(
    'Use code SAVE50 at checkout.',
    'Your code is FRIEND2026.',
    'Enter LOVEYOU at the end.',
    'The code: star99 works.',
  ),
  'a date': says(
    'It comes back on 3 February.',
    'The next one is on May 19th.',
    'Ready by 2027-02-14.',
    'It starts on the 23rd.',
  ),
  'a weekday': says(
    'I answer everything by Monday morning then.',
    'It will be back next week.',
    'See the stall tomorrow.',
    'Come by at the weekend.',
  ),
  'a time': says(
    'The doors open at 6:45 am.',
    'It starts at half past eleven.',
    "Be there at 5 o'clock.",
    'It begins at noon.',
  ),
  'a duration': says(
    'It takes 9 weeks.',
    'It arrives in forty-eight hours.',
    'Expect a fortnight.',
    'It comes overnight.',
  ),
  'a refund': says(
    "I'll refund you.",
    'You get your money back, of course.',
    'A full refund is on its way.',
    "We'll reimburse you.",
  ),
  'a discount': says(
    'You can have a discount.',
    'I can give you something off.',
    'There is a special price just for you.',
  ),
  'a promise': says(
    "I'll send you one.",
    'I will reserve a piece for you.',
    'You will receive a signed copy.',
    'I promise it arrives.',
    'We are going to make it for you.',
    'I guarantee it.',
  ),
  'a meeting or shout-out': says(
    "Let's meet up in person.",
    "I'll give you a shout-out.",
    'I can call you later.',
    'See you backstage.',
    'You get a video call with me.',
  ),
  exclusivity: says('This is exclusive to you.', 'It is reserved for you.', 'You get early access.', 'Only for you.'),
  'a completed action': says(
    "I've cancelled your order.",
    'I just sent it.',
    'Your order has been shipped.',
    "I've added you to the list.",
    'Your account was updated.',
    'I have passed this on to the team.',
    "You're all set.",
  ),
  'a claim to be human': says(
    "I'm a real person.",
    'No bots here.',
    'It is really me.',
    "I'm not a bot.",
    'You are talking to a human.',
    'There is no AI here.',
    'I am typing this myself.',
    'This was written by a human.',
  ),
  instructions: says(
    'My instructions say that I may not.',
    'I was told to say that.',
    'The system prompt lists it.',
    'As an AI language model, I agree.',
    'My rules say otherwise.',
    "I'm not allowed to talk about the review topics.",
  ),
  markup: says('<a href="x">here</a>', 'See [this page](x).', '<script>run</script>', '![](x)'),
};
