import { stem } from '../text/stem.ts';
import { notionsOfTrades } from './notions-of-trades.ts';

/**
 * What words make one think of, one notion a line. Looser than synonyms: a word may stand in several lines, and an item that only
 * shares a notion with a question is a guess that other evidence must bear out. Two words that belong together are joined by `_`.
 */
const notions = `
cost price money pay paid paying budget afford expensive cheap cheaper euro euros dollar dollars pound pounds bucks quid fee charge charged rate set_back damage cash wallet bill sum spend spending worth steep splurge skint broke
discount code coupon sale off percent deal cheaper bargain reduced knock_off special voucher promo markdown
money_back refund refunded reimburse return returned returns undo regret compensation repay
free gratis nothing costless no_charge complimentary giveaway freebie
pay_parts instalment instalments deposit retainer upfront balance advance half_now split monthly later
card paypal cash transfer wire bank revolut wallet cheque invoice iban sepa
invoice receipt company employer firm boss business expense tax vat accountant paperwork claim deduct bookkeeping
post postage ship shipping shipped deliver delivery parcel package mail courier dispatch box van doorstep letterbox
abroad country overseas foreign international worldwide border europe expat emigrate customs export
arrive arrival reach land come get_here delivered wait transit road weeks
customs duty import tax border tariff
track lost missing stolen tracking whereabouts
broken damaged cracked smashed faulty bits pieces dented defect crash bust wrecked shattered snapped
repair fix mend patch warranty guarantee spare service
crash crashes freeze freezes black_screen dark bug glitch error hang launch starts won't driver update reinstall stuck
save file progress lost backup corrupted cloud copy copies card drive disk memory
login password account sign_in locked email reset code access
download link file open zip pdf tablet printable e-mail
buy purchase order get acquire grab own sell sold shop store checkout basket cart
stock sold_out available left gone restock supply run_out back
shop store bakery stall counter shelf shelves till market boutique kiosk
open opening hours close closed closing pop_in visit drop_by come_by doors when_open monday tuesday sunday shut weekdays
reserve book save hold set_aside preorder keep put_aside pre-order reservation
collect pick_up pickup fetch grab collection
stop cancel end quit leave unsubscribe terminate call_off withdraw drop_out
move postpone reschedule shift change swap another_day push_back rearrange switch move_date different_day new_date
ill sick flu fever ailing poorly unwell cold accident emergency hospital leg breaks bedridden
late delay delayed behind overdue
early ahead advance beforehand before lead_time notice prior
soon quick quickly fast speed urgent hurry rush asap
time hour hours minute minutes o'clock clock when schedule evening evenings morning mornings afternoon night midweek lunchtime
day days week weekday weekend monday tuesday wednesday thursday friday saturday sunday
month january february march april may june july august september october november december spring summer autumn winter season
term course semester round cohort intake batch start begins kick_off begin starts next
long length duration last lasts take takes hours minutes run_time
often frequency every weekly daily times_a_week regularly practise practice
begin start started beginning origin first roots got_into became become how_it_began childhood kid younger grew school used_to former career story once background since
learn study taught self-taught teach teacher school university degree trained lessons apprentice
lesson class session tuition tutoring coaching tutor teach pupil pupils student students learner hour workshop seminar take_on
beginner newbie novice never scratch zero basics starter nothing first_time new clueless a1 learner rookie untrained
advanced intermediate level hard harder difficult tough expert pro fluent experienced skilled c1 b1 b2 grade
adult adults grown-up grown-ups age old elderly retired pensioner older senior forty fifty sixty seventy
child children kid kids daughter son niece nephew boy girl toddler little_one grandson granddaughter teen teenager teenagers baby young younger minor family year-old lad
parent parents mother mum mom dad father gran grandma grandpa grandmother grandfather mother-in-law in-laws family relative relatives
partner husband wife girlfriend boyfriend couple fiance fiancee spouse bride groom two_of_us
friend mate plus_one bring guest guests companion together along
dog cat pet puppy animal pup hound paws
group people participants others size small classmates seats places crowd many_people alone attendees
alone solo single by_myself myself own only_me just_me one-player
together co-op multiplayer friend friends both couch two_players brother sister
online zoom video_call remote screen internet web virtual home laptop webcam teams browser distance far
in_person studio face-to-face on-site live room come_over visit address
travel trip journey drive train plane fly fare distance far mileage abroad tour away
parking park car van drive bike space leave_the_car vehicle wheels
train bus tram station stop metro directions route airport get_there
hotel sleep stay overnight room bed accommodation night lodging board
wheelchair access accessible step stairs ramp lift mobility disabled walker crutches
food eat eating meal lunch dinner breakfast snack hungry bite kitchen catering
bread loaf loaves sourdough rye crust dough flour bake baker baking oven starter levain wheat spelt
cake pastry croissant cookie bun sweet dessert birthday tier slices icing tart pie
vegan vegetarian plant-based animal dairy milk butter egg eggs cheese lactose
gluten coeliac celiac wheat spelt flour intolerance
allergy allergic allergies nuts nut traces sesame react epipen safe almonds hazelnuts peanuts
fresh freeze freezer keep stale store fridge toast last_days wrap bag leftovers keeps
ingredients contains contain inside made_with recipe salt sugar honey
drink coffee tea water wine beer alcohol
recipe cook cooking bake home make_it tips method instructions
lift rise proof hydration temperature knead shape oven steam
name named called call title nickname christened
music song tune track album record soundtrack melody composer musician score band jazz tunes playlist ep
record vinyl lp wax turntable sleeve pressing 12-inch
cd cassette tape disc physical copy
stream streaming spotify bandcamp apple_music listen hear headphones phone platform
concert gig show stage live play playing perform trio band tour club festival hear catch
ticket tickets entry door admission guest_list box_office seat
piano keyboard keys grand upright nord yamaha synth organ pedal key
guitar bass drums violin cello trumpet saxophone accordion instrument ukulele flute
record recorded recording tape taped studio mics microphone session take takes live sound echo reverb
read_music sheet notes notation score dots transcription transcriptions sheets ear theory chords staff
practise practice exercise exercises routine drill daily repeat homework
inspire inspiration inspired influence hero heroes idol favourite favourites borrow steal admire listen_to muse
camera lens shoot shot film photo photos photographer frame body pictures gear mm sony fuji canon
photo photos picture pictures image images gallery album shots snaps portrait edited raw
edit editing lightroom preset colour black_and_white retouch photoshop processing tone look process
video film filming footage videographer clip movie reel
raw unedited original negatives originals files
gallery download full-size resolution watermark online link deliver delivered usb
print prints printed printing wall album book frame canvas paper
wedding bride groom ceremony vows venue party reception marry married marriage day elopement
elope elopement small intimate tiny few_guests registry two_of_us hill
family_photos pose posed posing group_shots stiff awkward camera-shy shy natural candid documentary unposed lean
second_photographer colleague assistant another helper stand-in backup replacement colleagues take_over substitute cover
rain wet weather umbrella storm pour drizzle indoor soaked plan_b
free_date available date dates booked calendar 2026 2027 vacancy slot slots open
contract sign signed agree paperwork form secure retainer hold
meet call chat first_call coffee talk get_to_know no_strings introduction before_booking phone
gay lesbian queer same-sex pronouns two_brides two_grooms everyone welcome inclusive trans
language portuguese spanish english german french speak accent native translate translated tongue italian
accent pronunciation pronounce sound sounds mouth vowels listening
brazil brazilian são_paulo portugal portuguese european variety dialect
speak conversation talk fluent chat natter converse say small_talk order_a_coffee
grammar rules verb verbs textbook subjunctive tense conjugation
exam test certificate qualification diploma proof paper cert official citizenship
homework assignment hand_in correct corrected marked correction feedback look_at exercises essay
recording replay recorded watch_later miss missed absent catch_up one_evening
book books textbook material materials workbook coursebook read reading novel
cards flashcards anki words vocabulary memorise deck
group class crowd six eight classmates
private one-to-one individual alone only_me single personal
trial taster try test sample demo try_out first_lesson
tool software app program platform zoom browser install download blackboard website company_laptop plugin
game play player playing gameplay playthrough gaming
engine unity godot unreal code programmed programming language built written source
controller gamepad joystick pad keyboard mouse xbox playstation buttons
console switch playstation xbox port steam_deck handheld nintendo version
windows mac linux pc computer laptop machine specs requirements ram potato old graphics card run hardware gigs
steam itch gog store key drm launcher
offline internet wifi connection no_wifi train plane commute online
length hours finish complete long beat ending end playtime
language translate translation subtitles localisation localization japanese german french chinese
colourblind colour-blind subtitles font remap accessibility text_size one-handed contrast motion options settings
stream streamer let's_play video youtube monetise twitch record broadcast channel
fan_art fanart draw drawing cosplay fanfic fan_made
mod mods modding tinker maps workshop level_editor change
sequel next_game part_two dlc expansion more plans future working_on follow-up another
difficulty easy hard reflexes stuck puzzle hint hints clue walkthrough spoiler
violence gore blood scary horror age_rating suitable rating swear death jumpscare sad
merch shirt plush poster mug pin sticker hoodie toy stuffed keyring
artist art draw drawn pixel animation paint painter illustrator visuals graphics look
team alone solo made_by who people studio we crew help hands
time_to_make years took months weeks spent develop making hours
job full-time work day_job living quit career hobby
community discord server forum chat group fans hang_out telegram
contact write reach email email_address press business phone
press review journalist key podcast interview article
share post repost credit tag use permission allowed instagram quote screenshot
licence rights commercial copyright sell sync use_in monetise royalty
print_rights share_pictures social_media post_them copyright private_use
supplier florist vendor venue caterer suppliers
gift present birthday christmas voucher wrap surprise card gift_card anniversary
member membership subscriber patron tier supporter club perks
newsletter mailing_list subscribe follow instagram social channel
giveaway raffle win winner prize draw contest
charity donate donation good_cause leftover unsold shelter food_bank waste
sustainable plastic bag paper eco packaging green environment organic local
source flour_from farm mill grain local origin supplier grown producer
size sizes small medium large xl fit measurements length chest bigger
dimension big tall wide weight heavy grams kilo cm inch thick volume
material made_of cotton wool wood leather clay steel fabric
colour color blue red green black white shade
wash clean care dry iron stain dishwasher maintain oil
personalise engrave initials lettering name_on inscription dedication writing_on message
sign signed autograph signature dedicate scribble
custom bespoke commission made_to_order special tailor own_design for_me
limited edition numbered rare copies reprint only_made
wholesale cafe restaurant resell stockist bulk trade supply
safe danger toxic harm risk
doctor medical injury pain pregnant knee back wrist sore hurt strain
tired sleep baby_at_home busy little_time no_time lunch_break spare_minutes schedule job minimum
progress improve better results how_soon when_will fluent get_good months years
what_you_need equipment need require supplies buy_first own have_at_home enough weighted
included include comes_with part_of extra come_with get package covers
live_in based hometown where_from city neighbourhood located
request suggest wish idea propose feature ask_for vote favourite_tune suggestion
answer reply respond hear_back write_back
data privacy email personal_details store delete
rent venue hire room space private_party
style approach way_of_working manner look_like work_like
dress wear clothes outfit shoes apron
`;

const notionsOf = new Map<string, number[]>();
// Two words that belong together, by the first, then by the second: few words begin such a pair.
const notionsOfPairs = new Map<string, Map<string, number[]>>();
const hintNames: string[] = [];
for (const line of `${notions}${notionsOfTrades}`.trim().split('\n')) {
  for (const member of new Set(line.trim().split(/\s+/).map(keyOf))) {
    const [first = '', ...rest] = member.split('_');
    const pairs = notionsOfPairs.get(first) ?? new Map<string, number[]>();
    if (rest.length > 0) notionsOfPairs.set(first, pairs);
    const [map, key] = rest.length > 0 ? [pairs, rest.join('_')] : [notionsOf, member];
    map.set(key, [...(map.get(key) ?? []), hintNames.length]);
  }
  hintNames.push(`notion:${hintNames.length}`);
}

/** The notions of a text by its words, grammar and all: what single words and two in a row make one think of. */
export function notionsIn(words: readonly string[]): Set<number> {
  const found = new Set<number>();
  eachNotion(words, (notion) => found.add(notion));
  return found;
}

/** Each notion with the place of the word that brings it up. */
export function notionHints(words: readonly string[]): { name: string; at: number }[] {
  const hints: { name: string; at: number }[] = [];
  eachNotion(words, (notion, at) => hints.push({ name: hintNames[notion] ?? '', at }));
  return hints;
}

function eachNotion(words: readonly string[], visit: (notion: number, at: number) => void): void {
  let pairs: ReadonlyMap<string, readonly number[]> | undefined;
  words.forEach((word, at) => {
    const key = stem(word);
    for (const notion of notionsOf.get(key) ?? []) visit(notion, at);
    for (const notion of pairs?.get(key) ?? []) visit(notion, at);
    pairs = notionsOfPairs.get(key);
  });
}

function keyOf(member: string): string {
  return member.replaceAll(/['-]/g, '').split('_').map(stem).join('_');
}
