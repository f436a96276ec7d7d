/** What belongs together in one trade, a line for each; as `notions.ts` takes them. */
export const notionsOfTrades = `
yarn wool knit knitting crochet hook needle needles skein merino thread spin pattern gauge dye
sew sewing fabric seam stitch hem zip pattern machine quilt cut cloth linen
pottery clay kiln glaze glazed wheel fired throw ceramic ceramics stoneware mug bowl plate crockery
wood timber oak board carve chisel saw workshop grain joiner bench
jewellery jewelry ring necklace earring silver gold bracelet chain gemstone stone wear
candle wick wax scent burn soy fragrance
soap skin cream balm serum lotion face moisturiser oil cleanser
makeup lipstick foundation shade mascara brush palette beauty powder
hair curl curls shampoo cut barber braid wig scalp
tattoo ink needle flash sleeve piercing heal
workout train training gym exercise fitness strength muscle reps weights dumbbell lift squat push-ups
run running marathon jog race pace trainers kilometre 5k
yoga pose mat breath stretch flexible stiff flow mindfulness meditation calm
dance dancer steps salsa ballet partner floor shoes choreography rhythm two_left_feet
diet nutrition calories protein weight meal_plan fat macros
invest investing fund stock shares savings pension interest broker portfolio
budget debt save saving mortgage spending spreadsheet loan
baby newborn bottle nap sleep feeding breastfeeding pram cot infant
garden plant plants seed seeds soil grow pot balcony water shade frost prune bulb tomato
dog_training leash lead bark walk recall obedience treat rescue
horse ride riding saddle stable
travel backpack itinerary route hostel border visa flight hike trail mountain
map hike trail summit altitude boots tent camp
comedy joke jokes stand-up funny gig heckle set humour material
podcast episode listen guest host interview feed audio show
book novel chapter writer author publish read paperback hardback ebook audiobook manuscript
write writing draft words blog poem story letter
film movie director scene actor cut cinema screen short
draw drawing sketch pencil ink paper brush watercolour paint painting palette easel acrylic canvas
tattooist illustrator designer logo font poster graphic
code programming developer javascript python app software bug github
science experiment space star stars telescope planet chemistry physics lab
history museum guide walk tour ancient
car engine motor bike bicycle ride wheel tyre cycle
board_game dice cards players rulebook rules tabletop roleplay campaign
chess opening puzzle rating board
magic trick cards perform
sing singing voice choir vocal range breath
drum drums kit sticks beat percussion
dj mix decks set beats club
beauty skincare routine morning night spf
bees honey hive beekeeping
chocolate cocoa bar truffle bean
beer brew brewing hops ale wine grape
coffee roast bean beans espresso grind brew barista
spice hot sauce chilli pepper heat jar
cheese milk goat farm
fish fishing river boat sail sea
ski snow snowboard slope mountain winter
surf board wave swim swimming pool water
massage therapy relax spa
teacher school classroom pupils worksheets teachers homeschool
maths math algebra numbers exam revision
job career interview cv resume promotion coach
crowdfunding kickstarter backer pledge campaign reward
model miniature paint kit figure scale
lego brick set build
clean declutter tidy organise home shelf
decor furniture sofa lamp interior room
vintage antique second-hand thrift old used
knife knives blade sharpen steel edge
leather bag belt strap wallet stitched
perfume scent smell note bottle
glasses frame lens optician
`;
