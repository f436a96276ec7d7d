/** What belongs to one trade and is the same by another word, a group a line; as `akin.ts` takes them. */
export const akinInTrades = `
photo photos picture pictures pic pics image images shot shots photograph photographs snap snaps
photo photos picture pictures photography photographer camera
shoot shoots shooting shot photograph photographs photographed photography film filmed filming camera cameras taken
film films filmed filming camera record recorded recording video videos
drone drones fly flies flying flown flight flights aerial
edit edits edited editing retouch retouching retouched processing post_processing
gallery galleries album download
album albums photo_book
wedding weddings bride brides bridal groom marry married marriage ceremony
elopement elopements elope eloping
bride brides bridal bridesmaid bridesmaids
bridesmaid bridesmaids: further_face each_further extra_face
second_photographer colleague assistant
rain rains raining rainy wet pour pouring downpour storm weather umbrella umbrellas
wind windy gust
snow snows snowing snowy
cold freezing winter minus frost
makeup make_up cosmetics look looks
mua makeup make_up
lipstick lip_color
foundation base
skin skincare complexion face
sunscreen spf sun_cream sunblock
moisturiser moisturizer cream creams lotion
perfume perfumed fragrance fragrances fragranced scent scents scented smell smells
unscented fragrance_free scent_free no_scent without_scent unperfumed: none no_scent unscented fragrance_free
cruelty cruelty_free not_test tested_on_animals test_on_animals
vegan plant_based
reapply put_on_again put_it_on_again again
hair hairdo hairstyle
nails manicure
clay: stoneware porcelain earthenware
glaze glazes glazed glazing
glaze glazes mug mugs bowl bowls plate plates pot pots cup cups: tableware pottery ceramics stoneware
mug mugs cup cups
pot pots piece pieces pottery ceramics
pottery ceramics ceramic clay
throw throws throwing wheel
kiln kilns fire fires fired firing
food_safe lead_free
microwave microwavable
dishwasher dishwashers
wash washes washing washed clean cleans cleaning cleaned wipe rinse care look_after
knit knits knitting knitted knitter
crochet crocheted crocheting
yarn wool skein skeins
pattern patterns chart charts
gauge tension swatch stitches_in stitches
jumper jumpers sweater sweaters pullover pullovers
sew sews sewing sewn stitch stitched stitching seam seams
leather leatherwork leathercraft hide hides
bag bags satchel satchels handbag purse
belt belts strap straps leather
ring rings jewelry jewellery
ring_light softbox lamp lights: window light lamp daylight
candle candles wick wicks wax tin tins jar jars
smoke smokes smoking soot
knife knives blade blades
wood wooden timber
paint paints painted painting paintings painter
paint paints: gouache watercolour acrylic acrylics oils
draw draws drew drawn drawing drawings drawer sketch sketches sketched illustrate
frame frames framed framing
print prints poster posters picture
print prints: edition picture pictures
plant plants planting planted
garden gardens gardening gardener
soil earth ground compost dig
seed seeds sow sowing
nursery garden_centre
bread breads loaf loaves
bread loaf loaves: sourdough
cake cakes gateau
birthday anniversary: celebration
cookie cookies biscuit biscuits
bake bakes baked baking baker bakery oven
bakery shop bake bread
allergy allergies allergic allergen allergens
almond almonds hazelnut hazelnuts walnut walnuts: nuts
nut nuts: almonds hazelnuts walnuts
gluten coeliac celiac
milk dairy lactose
egg eggs
sweetener sweeteners sweeten sweetened
sugar sweetened
flavour flavours flavor flavors taste tastes
chocolate choc cocoa
rise rises risen rising proof proving
recipe recipes
drink drinks beverage
vegetarian veggie meatless
dance dances danced dancing dancer
dance dances danced dancing: step steps salsa tap ballet
floor dance_floor
yoga asana practice practices
run runs running runner jog jogging
race races: marathon half_marathon
best_time pb personal_best best
walk walks walking walking_breaks
workout workouts exercise exercises training
strength weights
coach coaches coached coaching trainer
swim swims swimming swimmer pool
bike bikes bicycle bicycles cycle
repair repairs repairing repaired fix fixed fixing
game games play plays playing played player players
board_game board_games tabletop
rulebook rulebooks rules rule_book manual
alone solo single_player one_player
coop co_op multiplayer together
controller controllers gamepad gamepads joypad
key keys remap remapped
console consoles: switch playstation xbox
switch playstation xbox: console consoles
platform platforms system systems: windows macos linux mac console phone switch
space disk storage hard_drive gb
specs requirements ram need_to_run
mod mods modding modded modder
drm copy_protection
save saves save_file savegame
gamedev game_dev game_development game_design making_games starting_out
engine software: godot unity made_it_in
software program programs daw editor tool app: editor developer godot blender unity logic ableton software
hint hints clue clues
jump_scare jump_scares jumpscare jumpscares scary scare scares horror: jumps_at blood nothing_jumps
stuck
art_book artbook
colour_blind color_blind colourblind colorblind
subtitles subtitle captions
text font letters
character characters fan_art cosplay
stream streams streamed streaming let's_play letsplay record
monetise monetize monetised earn ads
demo trial free_demo
chess: blitz
grandmaster gm master fide
rating elo
book books novel novels
hardback hardcover
paperback softcover
ebook e_book ebooks e_books
audiobook audiobooks audio_book
write writes writing written writer author wrote
chapter chapters
publish published publisher publishers publishing
map maps
book_club book_clubs reading_group
read reads reading readings
podcast podcasts episode episodes show
episode episodes show: episode episodes
feed feeds private_feed private_address
ads adverts advertising ad_free without_ads without_adverts
intro intro_music theme theme_tune jingle outro: tune theme music
listener listeners
comedy comedian stand_up joke jokes open_mic funny
gig gigs show shows concert concerts performance performances
tour tours touring
music song songs tune tunes track tracks
song songs tune tunes track tracks recording recordings
composer composed compose compose_music wrote_the_music
soundtrack ost score
piano pianist pianos
piano pianos: grand upright stage_piano
guitar guitars guitarist
violin fiddle
tab tabs tablature
sheet sheets sheet_music notation score scores transcription transcriptions
read_music notes notation
vinyl record records lp
dj djs deejay decks turntables
mic microphone speak announce
mix mixes set
lead leash leads
train trains trained training trainer
recall come_when_called
pull pulls pulling
breed breeds: cross lurcher terrier collie spaniel labrador poodle
accident accidents
muzzle muzzles
vaccination vaccinated vaccine vaccinations jab jabs
pram prams pushchair buggy stroller
nap naps sleep
planner planners
budget budgets budgeting
finance finances financial money budgeting
savings save saving
science scientist scientists physicist astrophysicist astronomer chemist researcher
chemistry chemist
maths math mathematics
grammar verbs
pronunciation pronounce vowels
case cases
word words vocabulary
conversation chat talk
magic spell spells
`;
