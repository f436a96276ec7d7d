/**
 * Words in which fans and customers write about business, besides the everyday ones. They are known words, and possible
 * corrections of typos.
 */
export const businessWords: ReadonlySet<string> = new Set(
  `
abroad accept acceptable accepting access achieve acne actual address adhd admire adore adored adoring ads
advertising afford age agency agent ages ahead aint alexa aloha alone alright ambassador american amex angry
announce answered answering anxiety anxious anymore anytime anywhere apart app appearance apple application
appointment appointments appreciating appropriate area arrival arrive arthritis article asian aside assemble
assistant asthma attack attending auction australia autistic auto automated automatic automatically automation
availability available awe awful ayo babies baby bachelorette bad bank barter based bday beer bespoke bigger bike
billed billing black blank block blog blood blue body bonjour booking bookings boring born boss bot bother bothering
botox bounced boutique box brazil brazilian break breakup breastfeeding brighter bring british broke broken brothers
brush brushes budget bug buggy bugs building bulk bundle bundles burned burning burnout business button buy buying
calendar call called calling calories cameo campaign canada canadian cancel cancer cannabis cannot capacity care
carpal carrier carve cash catch catholic cbd ccpa cease celiac chance change changed charge chargeback charged
charging charity chat chatbot chatgpt chatting cheap cheaper cheated check checkout cherish child childhood children
childrens chipped choose chords christian church ciao claims clarify classically claude clearer clever clickbait
client clip close closed club coaching code codes coeliac collab college colours commercial commercially commissions
communication community company competition complaint complete computer concern concerned concerns concerts
condition confidence confirmation confront connect conscious conservative consider considered consumer contact
contacted contacting contain contest contract cop copied cost costs cotton counterfeit courier covering covid
cracked crashing credit criticism critique crochet crush crypto cure custody custom customer customs cut damaged
darker data date dates dating dead deadline deal deals debt decide declined delayed delete deletion deliver
delivering delivers delivery demo democrat describe diameter die diet difference difficult dig digital dimensions
discontinued discount disease dishonest dishwasher disorder dispatched dispute dissertation divorce divorced dmca
dming dollars doors dosage dose downhill download drawn drinks drops drug drugs dry duet dump durable duties duty
earn easier eczema edit editor elaborate ello email emailing emails employer engaged engagement enquiries enquiry
enrol enroll enter equipment error esteem estimated ethnicity etsy europe euros event events excellent exchange
exchanges exhibiting exhibition expect expensive experience expired express facetime faded failed fair fairs falling
false faster fasting favourite feat feature featured fed fee fees fell festival file files filler film filmed
financial finger fired fit fix flour followers food forces form forward france free freeze french friday friendship
fundraiser furious gain gained gallery gay gdpr gear gemini generated german germany gigs giveaway glazed global
globally gluten god goddess gpt grab green grew grey grief group grow guarantee gud guest guide hai hand happened
hate havnt hbu heal heals health heavy height hen henlo heyo heyy hilarious hire hold hole hometown hook horrible
human humming hurtful hurts hvnt hypoallergenic ideas ignored ignoring illness illustration image images import
impressed include included includes income incredibly india infection influences ingredients ink inquiries inquiry
insanely inside insomnia inspirational insta instructions instruments insulting international internationally
invalid invest invite invoice ireland issue issues italian italy japan jewish join joining joke key keyboard kid
kill killed killing kiln kindest kiss kit klarna knee knock label laggy landlord language languages large launching
lazy leaked leaking leaks leather leave legal legally lens lesbian liberal license lid lie lied lies light lighter
lights linked list llm load loading local located locked log login logo lonely longer longtime lose loss lost louder
lower loyal luv machine mad magazine mail maintain manage management manager market markets married marry mat
material materials matter matters meaning measurements media medium meds meet member membership mental merch
merchandise messaging method mexican mexico mic microwave minor misleading misled model modules monday mondays money
mortgage muffled muslim mute name nationality nda near neck needle needles negotiable neighborhood neighbourhood net
newbies newsletter newsletters newspaper nicer nose notifying numb number offended offensive offer offering offers
online open openai opens opinion opportunity opt order ordering orders organic originally outside oven overcharged
overpriced overseas package pages paid pain painful paints panic paper parcel parties partnership password patron
pause pay payment paypal pdf pedal peeled peeling pen pencils pending pens perform performance performing period
permission personal personalized personally pet pets phenomenal phone photograph physical pick picked pickup picture
pink pissed place placed places planned planning platform platforms play played playing pledge pls plugin plugins
plz police policies policy political politics poor portrait portraits portuguese postage pounds powers practise pre
prefer pregnant premiere preorder prepare preset presets press pressure previous price priced pricelist prices
pricing printed privacy private problem produced promo promotion pronouns proposal protection prove provide prune
psoriasis publication purchase purchased purchasing purple purposes qna quieter quit raffle rash rate rates reach
react reaction receive recommendation recommendations record recorded recording recordings recyclable red reduce
refund refunds register registration rejected relationship releasing religion religious remaining remix remove renew
renewal renewed renews rep repetitive replay replied replies replying report reporter repost repot represent
reproduce republican request requests require research reserve reset reside resources responded responses restock
retinol return returnable returns review rewatching rich rid ridiculous ridiculously rights rip ripoff ripped robot
routine rude ruined rule rushed sad salary sale sales sample samples satisfied saturday save saved scenes scented
scoliosis season seat seats secret self sell selling sellout send sent sentient series service servings session
sessions setup sewn sexuality shame sharpen shattered sheet ship shipment shipped shipping ships shoes shoot shorter
shot shoulder shout shoutout shut siblings sign signing sing singing sings siri sisters skin slight slot slots
slower small smart smell snap softly software solid sometime somewhere sore source space spaces spain spamming
spanish speak speaker speaking spend split sponsored spot spots ssri staring state statement status steal stealing
stellar stitch stitches stock stocked stocks stole stolen straight streaming strings struggling stuck study stupidly
sturdy sub subject subscribe subscription substitute sucks sue sugar suing suitable sunday sundays superstar
supplies surgery surname survey sustainable sweetest switch switching swollen synth tab tablet tabs tad taken talk
talking tall taste tattoo tattoos tax taxes tear template tendonitis terms terrible texting texts thc therapy thesis
thick thoughts thread throat thursday ticket tickets tier tiers tiny tmrw toddler token tool tools tore torn touch
touring toxic tracked tracking trained trans transcript transit translate trash trial tripod trouble tuesday tuition
tumor tune tuning tunnel twice typing typo unable unacceptable unauthorized unavailable understand unhappy uni
university unprofessional unsubscribe upcoming upgrade upload uploading upset url usa valentine vat vegan vegetarian
vid view visa visit visiting vlog vlogs vote voted voting voucher vouchers waitlist wanting wash washable wassup
waste wasted wat water waterproof wear webinar webshop weddings wednesday weed weekdays weekends weigh weight wens
whatsapp white wholesale wide willing win window won wood workflow worldwide worry worst worth wrist write writing
written wrong wrote wsg xmas xxl yaas yas yellow yess yourself youth zodiac zone zones
`
    .trim()
    .split(/\s+/),
);
