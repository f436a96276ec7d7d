/** What people say for what shops and makers call by another name, and more trades, a group a line; as `akin.ts` takes them. */
export const akinInTalk = `
sting stings dip raid: charged renews paid =amount
thrown_in throw_in include includes included comes_with
chuck_in chucked_in included include
push pushed shift shifted move moved moves reschedule rescheduled
swap_days switch_days move moved
undo get_out back_out refund refunded returned
car_park parking park dump_the leave_the_car leave_my_car ditch_the
motor wheels car cars vehicle
doorstep doormat postman postwoman postie letterbox my_door the_door: ship ships shipping post posted postage delivery delivered arrive arrives
over_the_sea across_the_sea overseas abroad
haul big_order: over above from orders_over
land lands drop drops: come comes out released
fresh new newest latest
catch see hear watch
promptly quickly soon: slowly within hours days
tongue language languages
paper piece_of_paper papers: certificate certificates diploma
scribble scribbled dedication dedicated signed write_in
letters lettering: initials name
written_out written_down write_up transcript transcripts transcription transcriptions
captions subtitles words_on
bust busted wrecked kaput ruined broken damaged
packed_up died stopped_working stops stopped
wonky seconds imperfect flawed
flog flogging sell selling sold sale
nab grab bag snag get buy book
skint broke tight_budget: cheaper reduced concession
dosh cash money
freebie freebies free
rookie greenhorn beginner beginners newbie
whizz pro expert advanced
natter chat talk conversation
bump bumped move moved
knees_up shindig bash do party parties social socials
nosh grub food meal
brolly umbrella umbrellas rain
jab jabs vaccine vaccination
telly tv television screen
tele television tv
fridge refrigerator chilled
freezer freeze frozen freezing
hob cooker stove oven
aubergine eggplant
courgette zucchini
coriander cilantro
icing frosting
biscuit biscuits cookie cookies
sweets candy candies
crisps chips
trousers pants
trainers sneakers
dressing_gown robe
rubbish trash waste bin
pavement sidewalk
lorry truck
holiday holidays vacation
autumn fall
postcode zip_code
queue waiting_list
tap faucet
nappy nappies diaper diapers
dummy pacifier
cot crib
maths math
mum_and_baby baby
film films movie movies
cinema theater theatre
petrol gas fuel
car_boot trunk
torch flashlight
plaster bandaid
tattoo tattoos tattooed tattooing ink inked
touch_up touch_ups retouch
piercing piercings pierced
haircut haircuts trim trims
beard beards shave
lashes lash eyelash eyelashes
brows brow eyebrow eyebrows
massage massages massaged
soap soaps
bath_bomb bath_bombs
balm balms salve
serum serums
shelf_life keep keeps keep_for good_for best_before last lasts
burn burns burning burn_time: hours
coffee beans roast roasted roasting
tea teas blend blends infusion
decaf decaffeinated caffeine_free
beer beers ale brew brews brewed
wine wines
cheese cheeses
bee bees hive hives
spicy spice spices chilli
sauce sauces
jam jams preserve preserves
meat meats
organic bio
halal
starter levain
dough doughs
slow_fermented fermented fermentation
calligraphy lettering handwriting
stationery notebook notebooks
pen pens fountain_pen nib nibs
ink inks
stickers sticker decal decals
pins pin badge badges
keyring keyrings key_fob key_fobs keychain
tote tote_bag bag bags
cap caps
hoodie hoodies sweatshirt sweatshirts
shirt shirts tshirt tshirts tee tees
sock socks
blanket blankets throw throws
quilt quilts quilting
embroidery embroider embroidered
weave weaves weaving woven loom
dye dyes dyed dyeing
spin spins spinning spun
earring earrings
necklace necklaces pendant pendants
bracelet bracelets bangle bangles
silver sterling sterling_silver
gold gold_plated plated
nickel nickel_free
resize resized resizing
polish polishes polished polishing
sharpen sharpens sharpened sharpening
handle handles grip
furniture table tables chair chairs
varnish lacquer
resin epoxy
model models miniature miniatures minis
dice die
deck decks cards
expansion expansions add_on addon
puzzle puzzles
campaign kickstarter crowdfunding
pledge pledges backer backers
lens lenses
tripod tripods
lighting lights light lamp lamps
raw raws raw_files unedited
watermark watermarks watermarked
resolution full_size high_res hi_res megapixels
backdrop background
portrait portraits headshot headshots
engagement pre_wedding couple_shoot
florist florists flowers
bouquet bouquets
caterer caterers catering
choir choirs sing singing
vocals vocal voice
drum drums drummer percussion
bass bassist
ukulele uke
flute flutes
lyrics lyric words
chord chords
capo tuning tunings tuned tune_to
strings string
amp amps amplifier
headphones earphones earbuds headset
album albums lp ep record records
spotify streaming streamed stream
setlist set_list set
backstage green_room
merch merchandise
encore encores
podcast_app podcast_apps apps app
transcript transcripts
bonus extra bonus_episode
guest guests interviewee interview
sponsor sponsors sponsored sponsorship
stretch stretches stretching
mat mats
warm_up warmup warm_ups
rest_day rest_days day_off
weights dumbbells dumbbell kettlebell
treadmill indoor
pace pacing tempo
trainers running_shoes shoes
hike hikes hiking trail trails
camp camps camping tent
surf surfing surfboard board
ski skis skiing
climb climbs climbing bouldering
boat boats ferry
flight flights fly plane
hotel hotels accommodation room rooms bed beds lodging
visa visas
itinerary route routes
guide guides guided guiding
insurance insured insure
harness harnesses
treat treats
groom grooming groomed
vet vets veterinary
hamster guinea_pig rabbit rabbits
horse horses pony ponies riding
aquarium fish tank
bulb bulbs
pot pots potted container containers planter
water watering watered
shade shady shaded
sunny full_sun sun
hardy frost frosts winter
prune prunes pruning pruned cut_back
pest pests aphids
weed weeds weeding
lawn grass
greenhouse polytunnel
tomato tomatoes
herb herbs
houseplant houseplants indoor_plants
toddler toddlers: years children
nanny babysitter childminder
bedtime sleep nap
pension retirement
tax taxes vat
invest invests investing investment investments
spreadsheet spreadsheets template templates
essay essays homework
exam exams test tests
fluent fluency: chat conversation months year
accent accents pronunciation
dialect variety standard
alphabet letters script
whiteboard screen
lecture lectures talk talks
keynote talk talks lecture
code coding program programming programmed
plugin plugins extension
bundle bundles set pack packs
pack packs packet
subscription_box box season_box
refill refills refilled
sample samples tester testers swatch
shade_match match
lip lips
spf factor
acne spots blemishes
retinol retinal
ph acidity
`;
