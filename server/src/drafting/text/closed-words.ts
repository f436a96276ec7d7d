import { type RuleBook, ruleBook } from './patterns.ts';

/**
 * Small closed vocabularies, of which no arrangement says more than their name: nothing that has happened, nobody's body, no
 * promise, no place or time at which somebody is, nothing wanted, no "but" and no "not". What answers itself (a hello, praise, a mild
 * remark) and what needs no answer (an aside) passes without the creator only when every word is in one of them or in one of
 * their turns of phrase. Verbs of wanting, having, giving, making, seeing and being somewhere stand in turns only.
 */
const hello = `
hi hey hello heya hiya yo howdy hola greetings gm namaste ahoy aloha cheers dear all everyone team folks guys friends
good morning afternoon evening happy merry sunday monday tuesday wednesday thursday friday saturday weekend christmas easter
`;

const warmth = `
love loved loves loving luv adore adored adoring enjoy enjoyed enjoying like appreciate appreciated appreciating admire admired
amazing awesome beautiful gorgeous stunning incredible brilliant fantastic wonderful lovely perfect great good nice cool best favorite favourite excellent superb outstanding fabulous
magnificent spectacular exquisite delightful adorable impressive flawless delicious tasty yummy talented inspiring inspirational inspiration wholesome underrated helpful useful informative
clear relaxing soothing cozy cosy calming fun unreal genius legend icon iconic incredibly beautifully perfectly special unique elegant breathtaking mesmerizing masterpiece masterpieces
perfection phenomenal stellar such banger bop vibe vibes talent creativity passion dedication craftsmanship craft
i im id it its this that these those is are was were am a an the and of for your youre you yours u ur ya what how
so very really truly absolutely totally completely super much just always honestly seriously quite every all simply literally definitely ever most
video videos vid vids work art artwork song songs music album albums track tracks episode episodes podcast podcasts stream streams post posts content channel page
drawing drawings painting paintings design designs pattern patterns recipe recipes tutorial tutorials class classes course courses lesson lessons workshop workshops book books blog newsletter
story stories style colours colors sound technique creation creations piece pieces project projects game games stuff everything detail details quality another slice bite
ending chapter chapters character characters soundtrack level levels guitar piano melody melodies cover covers lyrics mug mugs cup bowl bowls plate plates vase vases glaze glazes pottery ceramics
yarn scarf scarves sweater sweaters hat hats blanket blankets quilt quilts print prints poster posters sticker stickers candle candles necklace necklaces earrings bracelet bracelets jewelry
bread cake cakes cookies pasta soup pizza tea plant plants flowers workout workouts yoga
thanks thank thankyou thx ty tysm thankful grateful gratitude sharing wow omg yay woo yes aw aww awww oh ah haha hahaha hehe bravo kudos congrats congratulations respect
fan again lots x xx xxx xo xoxo
`;

/** Turns of phrase of greeting and praise, whatever their words say elsewhere. */
const kindTurns = [
  '^ hi|hey|hello there',
  'good day|night|weekend|luck',
  'happy new year',
  'how are you|u|things|ya doing|going|today?',
  'how are you|u',
  'hows it going',
  'how|hows ~2 today $',
  'hope ~1 you|u|youre|your are|is|doing|having|well|good|okay well|good|great|fine|ok|day|week|weekend|okay ~2',
  'hope ~2 having|have a|an ~2 day|week|weekend|time|evening|morning',
  'hope youre|you ~1 well|good',
  'have|having a ~3 day|week|weekend|evening|night|one|holiday|christmas',
  '^ hi|hey|hello|hiya|greetings|morning|afternoon|evening|waving|cheers ~1 from',
  '^ good morning|afternoon|evening|day from',
  'from a|an|the? very|rather|slightly? rainy|sunny|windy|cold|warm|chilly|wet|snowy|foggy|grey|gray|cloudy|stormy|frosty|icy|hot',
  'wanted|want|had|have|came to say|tell|let',
  'just saying',
  'let you know|say',
  'tell you',
  'you|u know',
  'to say',
  'say ~1 thanks|thank|hi|hello|how|i|that',
  'in the best ~1 way',
  'to die for',
  'on repeat|loop',
  'out of this world',
  'next level',
  'hats off',
  'two thumbs up',
  '10|100 10|100',
  'blew my mind',
  'gave me goosebumps|chills',
  'as always',
  'keep it up',
  'keep up ~2 good|great|amazing|awesome|wonderful|fantastic',
  'keep doing what you|youre do|doing',
  'what you do',
  'well done',
  'chefs kiss',
  'all the best',
  'best wishes|regards',
  'from the bottom of my heart',
  'with all my heart',
  'cant wait for the next ~1 one|video|episode|post|class|stream|album|chapter',
  'means|mean so|a ~1 much|lot ~ to me',
  'means the world ~ to me',
  'means a lot',
  'inspire|inspires|inspired|inspiring|helped|helps|taught|teach me so|a|every? much|lot|day',
  'inspire|inspires|inspired|inspiring me',
  'helped|helps me',
  'helped me ~1 so|a much|lot',
  'made|makes|making my day|week|month|year|morning|evening|weekend',
  'made|makes me|us smile|happy|laugh',
  'my ~1 favorite|favourite',
  'my ~2 thanks|respect|gratitude',
  'learned|learnt|learn|learning ~2 much|lot|lots ~1 from',
  'learned|learnt|learn|learning ~2 from',
  'ever seen|heard|read|watched|tasted|tried',
  'love|loved|enjoy|enjoyed|enjoying watching|reading|listening to? your|this|these|the|every',
  'obsessed with this|these|your|it|the',
  'big|huge|biggest|massive|long|longtime ~1 fan|supporter|follower ~1 of|here',
  'sending hugs|love|thanks',
  'big hug|hugs',
  'lots of love|hugs',
  'with love',
  'a lot',
  'for being you|yourself|so|amazing|awesome|wonderful',
  'thanks|thank|thankyou ~1 for making this|these|such',
  'first time here',
  'we|us love|loved|adore',
  'we love|loved|adore|enjoyed|enjoy|appreciate',
  'ive ~1 loved|enjoyed',
  'one of my|the favorite|favourite|best',
  'about your|the|this',
  'pretty cool|great|good|amazing|awesome|nice|impressive',
  'made with love',
  'you|u|always make|makes ~1 amazing|beautiful|great|awesome|lovely|wonderful|incredible|stunning|gorgeous|best',
];

const remark = `
a an the your this that it its is was are were on in of and for i im found find thought think felt feels feel sounds sound sounded seemed seems seem to hear read see follow
bit little tad too so slightly quite very rather pretty somewhat just only much kind kinda sort sometimes maybe perhaps
audio volume music mic microphone voice intro outro captions subtitles subs text font letters video videos vid vids episode episodes tutorial tutorials stream podcast song track
lighting light camera angle background picture image screen pace speed part end beginning start
quiet low loud fast slow quick long short dark bright small tiny big blurry shaky muffled hard difficult tricky noisy echoey grainy repetitive rushed
`;

/** What only leads up to a question. The sender's wish to buy belongs to it; whom it is for does not. */
const aside = `
i im ive id ill we wed our a an the and so or just quick quickly one more another small silly random dumb question questions q wondering wonder wondered curious asking
for about to please pls plz thanks thx sorry hi hey hello heya if ok okay possible possibly can could would know hope thats its it this that these those is are
like looking look planning plan plans thinking think thought hoping considering interested trying try order ordering buy buying get getting grab purchase purchasing
book booking join joining sign up some gift present something also btw oh ah lol haha really very much good great lovely nice cool perfect awesome wow yes yeah yep sure right
well then soon maybe not sure love loved
`;
const asideTurns = [
  'thank you ~ much|very|so',
  'thank you',
  'let me know',
  'tell me',
  'ask you|u|about',
  'bother|bothering you|u',
  'by the way',
  'want|wanted|wanna|need|needed to? know|ask|buy|order|get|book|join|try|see|check|purchase',
  'want|wanna|need one|a|an|some|it|this|the',
  'will you|u ~ be',
  'first time here|ordering|buying|asking|writing',
  'big|huge fan ~ here',
  'with love',
  'may i ask',
  'have a|one|another ~1 question|questions',
  'got a|one|another ~1 question|questions',
  'my question|questions|first|order',
];

/** What a creator writes by hand out of courtesy. */
const courtesy = `
me my us here there glad pleased delighted honoured honored found find hear hearing see seeing welcome anytime course pleasure worries worry problem kind words support supporting
writing wrote message note question reading following friend made day smile talk speak chat back in on by with they to at enjoy glowing heart
`;

/** Words in which one asks, whatever one asks about: an answer need not repeat them. */
const asking = `
price prices pricing priced cost costs fee fees rate rates charge charges buy buying order orders ordering book booking reserve purchase pay paid get
available availability include included includes including contain contains come comes policy rule rules rules left remaining age size sizes day days date dates
time times hour hours minute minutes version versions run runs allow allowed happen happens learn learned learnt expire expires last lasts end ends ending start starts begin begins close closes
 kind kinds type types sort sorts tip tips recommend possible exact exactly current currently website site link links shop store place places thing things stuff option options
offer offers sell sells sold piece pieces item items product products person people someone anyone somebody ship shipping ships send sends deliver delivery delivered post posted arrive arrives
question answer info information details detail word list find found see show shows look looking have has use uses using used need needs want work works working go goes do does make makes made
take takes give gives keep keeps put set side part parts plan plans way ways number amount total advance stock hi hello hey thanks please
pick become near nearby good best better great many much bring tell know mean means write wrote say says read watch hear try join ask talk
doable feasible realistic realistically supposed ideally preferably approximately roughly ballpark minimum maximum least most sometime sometimes til till whatsoever alright olds friendly difference differences between actual whichever big tall long length weight such
`;

interface Closed {
  readonly words: ReadonlySet<string>;
  readonly turns: RuleBook;
}

export const closedWords = {
  kind: { words: words(`${hello} ${warmth}`), turns: book(kindTurns) },
  remark: { words: words(remark), turns: book([]) },
  aside: { words: words(`${hello} ${aside}`), turns: book(asideTurns) },
  courtesy: { words: words(`${hello} ${warmth} ${aside} ${courtesy}`), turns: book([]) },
} as const satisfies Readonly<Record<string, Closed>>;

/** Words of asking. */
export const askingWords: ReadonlySet<string> = words(asking);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

function book(patterns: readonly string[]): RuleBook {
  return ruleBook(patterns.map((pattern) => ({ id: 'turn', pattern, weight: 1 })));
}
