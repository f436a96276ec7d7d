/**
 * Everyday English words that cannot turn a harmless sentence into a harmful one. A word outside these lists (and
 * outside the creator's own items) counts as not understood, and a message with such a part is never answered
 * automatically.
 */
const grammar = `
a an the this that these those it its i im ive id ill me my mine we were weve our ours us you your youre youve youd youll yours he she him his her hers they
them their theirs is isnt am are arent was wasnt be been being do does doesnt did didnt done doing have has havent hasnt had having can cant could couldnt will
wont would wouldnt should shouldnt may might must shall and or but if so because as of at by for with about into through to from in out on off over
under up down again then than once here there when where why how what whats which who whos whose all any both each few more most other some such no nor not only
own same too very just also even still yet already ever never always often sometimes maybe perhaps really quite rather almost while until till since during before after
between without within around across along like let lets get gets got gotten getting go goes going gone went come comes coming came make makes made making take
takes took taking give gives gave given giving put say says said saying tell tells told telling ask asks asked asking know knows knew known see sees saw seen seeing look looks
looked looking want wants wanted need needs needed try tries tried trying use uses used using think thinks thought thinking feel feels felt feeling keep keeps kept
seem seems seemed become becomes became mean means meant work works worked working find finds found help helps helped start starts started dont wheres hows whens theres
thats hes shes theyre wanna gonna gotta gimme lemme kinda sorta either neither every everything everyone everybody something someone anything anyone anybody nothing
whatever whenever wherever however though although instead else another one ones two three four five six seven eight nine ten first second third last next new old now
today tonight tomorrow yesterday soon later early late ago recently lately currently usually normally generally especially actually honestly definitely absolutely probably
obviously literally howd whatd whered basically totally completely truly exactly simply nearly hardly barely possible possibly able away back per via vs etc
`;

const chat = `
hi hey hello heya hiya yo sup howdy hola greetings gm gn bye goodbye goodnight please thanks thank cheers welcome sorry excuse pardon lol lmao lmfao rofl haha hahaha hahahaha hehe heh
omg wow woah whoa yay yes yeah yep yup no nope nah ok okay okie sure right well oh ah aww awww aw uh um umm hmm hm ha huh eh yikes oops ooh ooo dear friend friends guys girl girls everyone folks yall team
man dude bro sis bestie hun mate pal idk btw fyi hru wyd ily tysm plus ps question questions quick quickly wondering wonder wondered curious curiosity random silly hope hopes hoping wish wishes ask
appreciate appreciated grateful glad happy excited pleased advance bit little lot lots kind sort thing things stuff way ways moment long short many super pretty totally clue info information
interested interest love loved loves loving loveee enjoy enjoyed enjoying like liked best better good great nice cool fine amazing awesome beautiful gorgeous stunning incredible
brilliant fantastic wonderful lovely perfect cute sweet fun seriously legit lowkey highkey obsessed absolutely forever ever actually also maybe possible possibly kindly exact exactly
`;

const occasion = `
much birthday christmas easter anniversary wedding holiday holidays mom mum mother dad father parents sister brother wife husband daughter son boyfriend girlfriend partner fiance aunt uncle
grandma grandpa cousin niece nephew roommate colleague coworker neighbor bestie girlfriends family mine myself ourselves saw seen found noticed heard video videos post page instagram tiktok youtube
`;

const kindness = `
nailed crushed smashed rocked screaming dying whole feels touching touched moving moved idea details detail update favorite funny talented genius legend queen king icon iconic inspiring inspired inspiration fan fans huge big massive biggest literally vibe vibes mood wholesome underrated dope fire lit epic
insane crazy wild sick goat goated slay slayed slaying ate life world message messages reply answer respond response dms follow following follower subscribed subscriber supporter support supports supported supporting watch watched watching
listen listened listening read reading hear hearing posts posted posting content channel account feed story stories reel reels stream streams live time times day days week weeks weekend month months year years morning afternoon evening night noon
minute minutes hour hours sec second podcast episode episodes song songs music album albums track tracks art artwork piece pieces creation creations design designs drawing drawings painting paintings photo photos photography
tutorial tutorials class classes course courses lesson lessons workshop workshops recipe recipes book books show shows voice sound sounds style color colors process share shares sharing create creates created creating creative
adding inspires inspire teaching talent talents gifted gift gifts humor personality presence kindness honesty authentic genuine genuinely real down earth relatable positivity passion passionate dedication dedicated patience effort
shape shapes texture textures details palette tone tones technique techniques pottery technique vision imagination craft crafts craftsmanship handmade amount attention low loud quiet audio volume bass mix microphone lighting camera angle intro outro
remind reminds reminded fast slow dark bright hard easy blurry shaky text font captions subtitles background ending opening bit suggestion suggestions feedback constructive maybe next note
`;

const life = `
birthday christmas easter anniversary holiday holidays gift gifts present presents party mom mum mother dad father parents sister brother wife husband daughter son kids family aunt uncle
grandma grandpa cousin niece nephew partner roommate colleague coworker neighbor dog cat puppy kitten cats dogs home living room kitchen wall shelf desk table coffee tea breakfast lunch dinner
school work job office weekend summer winter spring autumn fall sunny rainy weather rain snow sun city town country street people person beginner beginners hobby hobbies passion project projects
journey story dream dreams goal goals creative creativity skill skills talent hard work effort detail details quality energy joy happiness smile smiled smiling laugh laughed laughing cry cried crying tears
heart hearts soul mind peace peaceful calm calming relaxing soothing cozy comfy warm bright soft simple elegant unique special magical fresh clean colorful delicious tasty yummy
arrived received delivered bought ordered gave gifted opened wrapped wearing wore drink drinking eat eating cook cooked cooking bake baked baking draw drew paint painted painting knit knitted sew sewing build built
learn learned learnt learning teach teaches teaching teacher teachers student students practice practiced practicing improve improved started starting begin began beginning finish finished finally
watching rewatched binged binge binging discover discovered found stumbled came across scroll scrolling saw shared sharing show showed showing told recommended recommend commented comment comments
always forever since beginning first second time hundred thousand million percent level next waiting wait cant hurry miss missed missing remember forget forgot forgotten deserve deserves deserved deserved
proud congratulations congrats success successful milestone launch launched release released drop dropped sold anniversary celebrate celebrating celebration achievement award well done bravo kudos props respect
rock rocks rocking shine shining glow glowing star stars magic wizard gem treasure blessing blessed angel hero artist artists creator creators singer musician potter painter photographer baker chef maker writer author
designer dancer gamer streamer youtuber teacher coach favorite youtube instagram tiktok twitch patreon spotify feed timeline algorithm notification notifications alert bell
keep going continue continued stay safe strong healthy rest enjoy relax sleep slept woke wake waking up morning commute train bus car drive driving walk walking run running travel traveling trip vacation
moved move moving new house apartment studio city lisbon london paris berlin york collection collecting collector collect display framed frame hang hanging hung everyday daily weekly monthly regular regularly
part parts bits bit top bottom side end middle whole half full double extra super mega ultra real true
such wow best part absolutely every single minute second moment loved it pure perfection chefs masterpiece masterpieces breathtaking mesmerizing magnificent spectacular fabulous superb exquisite outstanding
delightful adorable impressive unreal banger bop flawless powerful satisfying skilled helpful useful informative clear easy explained explanation explain tip tips trick tricks advice motivated motivation motivating
encouraging encouraged healing healed comfort comforting brightened brighten lifted made makes day mine ours night nights repeat loop stop stopped stopping again everytime whenever goosebumps chills hooked addicted
speechless blown mind jaw dropping crumbs left no notes ten hats off thumbs high five round applause cheer cheering rooting behind believe believed believing faith trust grateful gratitude thankful thanking
lots hug hugs sending positive good wishes luck lucky fingers crossed merry happy new eve valentines halloween thanksgiving eid diwali ramadan hanukkah pride mubarak easter
different similar same kind type types sort version versions size sizes edition original originals copy copies set sets pair pairs item items product products thing brand shop store website site link links
ready set goes well together perfectly beautifully amazingly wonderfully nicely lovingly carefully happily gladly patiently kindly sincerely warmly truly yours regards best
game games level guitar piano drums bass vocals cover covers lyrics chorus melody beat beats riff solo concert gig tour crowd stage set setlist mug mugs cup cups bowl bowls plate plates vase vases glaze glazes clay wheel
pottery ceramics ceramic yarn wool pattern patterns scarf sweater hat socks blanket quilt fabric dress shirt shirts hoodie jacket print prints poster posters sticker stickers card cards pin pins candle candles soap soaps
ring rings necklace earrings bracelet jewelry bread cake cakes cookies cookie pasta soup sauce salad pizza dessert garden plants plant flower flowers workout workouts yoga stretch run marathon training program plan plans
`;

export const grammarWords: ReadonlySet<string> = words(grammar);
export const chatWords: ReadonlySet<string> = words(chat);
export const everydayWords: ReadonlySet<string> = new Set([
  ...grammarWords,
  ...chatWords,
  ...words(occasion),
  ...words(kindness),
  ...words(life),
]);
/** Words that a question may contain without changing its meaning. */
export const fillerWords: ReadonlySet<string> = new Set([...grammarWords, ...chatWords, ...words(occasion)]);

function words(list: string): Set<string> {
  return new Set(list.trim().split(/\s+/));
}
