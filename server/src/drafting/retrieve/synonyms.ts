import { stem } from '../text/stem.ts';

/** Words that mean the same to someone who asks a creator something. One group a line; a word may stand in one group only. */
const groups = `
ship ships shipping shipped deliver delivers delivery delivered post postage posting mail mailed courier dispatch send sent parcel
worldwide international internationally overseas abroad global globally anywhere
price prices priced pricing cost costs charge charges fee fees rate rates expensive pricey much
discount discounts coupon coupons promo voucher code codes sale sales deal deals cheaper off percent
buy buying purchase purchasing order ordering grab cop checkout preorder
shop store etsy webshop storefront
website site url link links webpage page
size sizes sizing fit fits dimension dimensions measurements big small measure
colour color colours colors shade shades
class classes workshop workshops lesson lessons course courses session sessions tuition
video videos vid vids tutorial tutorials episode episodes upload uploads
stream streams streaming live livestream livestreams broadcast
camera cameras lens lenses cam
gear equipment setup kit rig tools tool
mic microphone
software app apps program daw plugin
book booking bookings reserve reservation appointment slot slots
commission commissions custom customs bespoke personalised personalized customized made-to-order
refund refunds return returns returning exchange exchanges
cancel cancelling cancellation unsubscribe quit
member members membership memberships subscription subscriptions patreon tier tiers subscriber
stock available availability restock restocked restocks left sold
spot spots seat seats place places capacity
wash washing clean cleaning care dishwasher
microwave oven heat
material materials made clay fabric ingredient ingredients
begin beginner beginners beginning start starting started starter newbie learn learning
market markets fair fairs event events exhibition
tour tours gig gigs concert concerts show shows perform performing
ticket tickets entry admission
photo photos picture pictures pic pics image images photograph photographs
recipe recipes ingredients
music song songs track tracks album
glaze glazes glazing
gift gifts present presents giftwrap wrapping
schedule times hours open opening timetable
often frequency weekly regularly
inspire inspired inspiration inspirations influence influences
studied study trained training self-taught
location located based city hometown
pickup collect collection
pay payment payments paypal card klarna
giveaway giveaways raffle contest competition
winner winners won
license licence licensing commercial
repost reuse reproduce
replay replays recording recordings recorded
download downloads downloadable pdf digital
login log password account signin
age old
last lasts duration long length
end ends ending close closes closing deadline finish finishes
release released releasing launch launches launching drop drops dropping out
podcast podcasts
newsletter mailing list
discord community
guitar guitars
yarn wool
brush brushes
paint paints
prints print poster posters
shirt shirts tee tees tshirt hoodie hoodies merch merchandise
mug mugs cup cups
bowl bowls
ring rings jewelry
candle candles
include included includes contain contains inside
vegan plantbased
allergy allergies allergen allergens nuts gluten
refill broken damaged crack cracked
contact email reach
wait waiting waitlist turnaround
trial taster
jumper jumpers sweater sweaters pullover pullovers
customs duty duties import
track tracking tracked
wholesale stockist retailer
`;

const groupOf = new Map<string, string>();
for (const line of groups.trim().split('\n')) {
  const members = line.trim().split(/\s+/);
  for (const member of members) {
    const key = stem(member);
    if (!groupOf.has(key)) groupOf.set(key, `~${members[0]}`);
  }
}

/** The group of a stem, written `~first-word`; the stem itself when it is in none. */
export function meaningOf(stemmed: string): string {
  return groupOf.get(stemmed) ?? stemmed;
}
