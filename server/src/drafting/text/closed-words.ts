import { ruleBook } from './patterns.ts';

/**
 * Small closed vocabularies, of which no arrangement says more than their name: nothing that has happened, nobody's body, no
 * promise, no place where somebody is, no "but" and no "not". What answers itself (a hello, praise, a mild remark) and what needs
 * no answer (an aside) passes without the creator only when every word is in one of them.
 */
const hello = `
hi hey hello heya hiya yo sup howdy hola greetings gm gn namaste ahoy aloha welcome bye goodbye goodnight cheers dear there all everyone team folks guys friend friends mate
good morning afternoon evening night day week weekend happy merry sunday monday tuesday wednesday thursday friday saturday christmas easter year new
how hows are r u you your is it going today doing hope hoping youre well fine having have has had a an the great nice lovely wonderful beautiful from and to very so too
rainy sunny windy cold warm chilly wet snowy foggy grey gray cloudy stormy frosty icy hot wave waving just wanted say saying
`;

const warmth = `
love loved loves loving luv adore adored adoring enjoy enjoyed enjoying like likes appreciate appreciated appreciating admire admired
amazing awesome beautiful gorgeous stunning incredible brilliant fantastic wonderful lovely perfect great good nice cool fine best favorite favourite excellent superb outstanding fabulous
magnificent spectacular exquisite delightful adorable impressive flawless delicious tasty yummy talented inspiring inspirational inspired inspiration wholesome underrated helpful useful informative
clear relaxing soothing cozy cosy calming fun funny sweet unreal genius legend icon iconic obsessed incredibly beautifully perfectly delightfully magical special unique elegant breathtaking mesmerizing masterpiece
perfection pure phenomenal stellar superb insanely such banger bop vibe vibes talent creativity passion dedication craftsmanship craft
i im ive id me my mine we us our it its this that these those is are was were am be been being have has had having do does doing did you your youre youve yours u ur what
so very really truly absolutely totally completely super much just always honestly seriously pretty quite every all simply literally definitely ever most more one ones of for about to and the a an with too
video videos vid vids work works art artwork song songs music album albums track tracks episode episodes podcast podcasts stream streams post posts content channel page photo photos picture pictures
drawing drawings painting paintings design designs pattern patterns recipe recipes tutorial tutorials class classes course courses lesson lessons workshop workshops book books blog newsletter
story stories style color colour colors colours sound process technique creation creations piece pieces project projects game stuff everything thing things ending chapter chapters character characters soundtrack slice bite another detail details quality
games level levels guitar piano melody melodies cover covers lyrics mug mugs cup bowl bowls plate plates vase vases glaze glazes pottery ceramics yarn scarf scarves sweater sweaters hat hats blanket
blankets quilt quilts print prints poster posters sticker stickers candle candles ring rings necklace necklaces earrings bracelet bracelets jewelry bread cake cakes cookies pasta soup pizza tea
garden plant plants flowers workout workouts yoga
thanks thank thankyou thx ty tysm thankful grateful gratitude sharing share shares making make makes made smile smiling happy day days week month year teaching teach inspire inspires
help helped helps learn learned learning lot lots means mean world heart seen heard watched read tasted tried watching reading listening wow omg yay woo yes aw aww awww oh ah haha hahaha hehe bravo kudos
congrats congratulations well done respect props keep up cant wait next new again big huge biggest fan fans follower supporter luck wishes wish hug hugs sending lots x xx xxx xo xoxo chefs kiss regards
thought say saying wanted want tell know let blessing bless blessed skill skills skilled
`;

const remark = `
a an the your this that it its is was are were on in of and for me i im found find thought think felt feels feel sounds sound sounded seemed seems seem to hear read see follow
bit little tad too so slightly quite very rather pretty somewhat just only much kind kinda sort sometimes maybe perhaps
audio volume music mic microphone voice intro outro captions subtitles subs text font letters video videos vid vids episode episodes tutorial tutorials stream streams podcast song track
lighting light camera angle background picture image screen pace speed part end beginning start
quiet low loud fast slow quick long short dark bright small tiny big blurry shaky muffled hard difficult tricky noisy echoey grainy repetitive rushed
`;

/** What only leads up to a question. The sender's wish to buy belongs to it; whom it is for does not. */
const aside = `
i im ive id ill we were wed us my our you your a an the and so or just quick quickly one more another small silly random dumb question questions q wondering wonder wondered curious asking ask asked
for about to please pls plz thanks thank thx cheers sorry bother bothering hi hey hello if ok okay possible possibly can could would will be may might let know me tell hope thats its it this that these them those is are was
want wants wanted wanna like love looking look planning plan plans thinking think thought hoping considering interested trying try order ordering buy buying get getting grab purchase purchasing
book booking join joining sign up some gift present something also btw by the way oh ah lol haha first time big fan here really very much good great lovely nice cool perfect awesome wow yes yeah yep sure right
well then now soon maybe not sure
`;

/** Words in which one asks, whatever one asks about: an answer need not repeat them. */
const asking = `
price prices pricing priced cost costs fee fees rate rates charge charges buy buying order orders ordering book booking reserve purchase pay paid get
available availability include included includes including contain contains come comes minimum maximum least most policy rule rules rules left remaining age size sizes day days date dates week weeks month months
time times hour hours minute minutes year years version versions run runs allow allowed happen happens learn learned learnt expire expires last lasts end ends ending start starts begin begins close closes tall big
long length weight kind kinds type types sort sorts brand brands tip tips recommend possible exact exactly current currently website site link links shop store place places thing things stuff option options
offer offers sell sells sold piece pieces item items product products person people someone anyone somebody ship shipping ships send sends deliver delivery delivered post posted arrive arrives
question answer info information details detail name named called word list find found see show shows look looking have has use uses using used need needs want work works working go goes do does make makes made
take takes give gives keep keeps put set side part parts plan plans way ways number amount total advance stock hi hello hey thanks please
leave pick become near nearby good best better great many much bring tell know mean means write wrote say says read watch hear try join sign ask talk
`;

/** Turns of phrase that belong to praise, whatever their words say elsewhere. */
const turns = [
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
  'all the best',
  'from the bottom of my heart',
];

export const kindTurns = ruleBook(turns.map((pattern) => ({ id: 'turn', pattern, weight: 1 })));

export const closedWords = {
  kind: words(`${hello} ${warmth}`),
  remark: words(remark),
  aside: words(`${hello} ${aside}`),
  asking: words(asking),
} as const;

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
