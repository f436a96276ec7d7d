/** What customers and shops say of the same thing, a group a line; as `akin.ts` takes them. */
export const akinInBusiness = `
money euro euros dollar dollars pound pounds quid buck bucks cash
money euros dollars pounds quid bucks: price cost fee charged paid pay pays deposit refund refunded discount =amount =percent
money_back refund refunds refunded reimburse reimbursed return returned take_back give_back get_back
cheap cheaper cheapest discount discounts discounted reduced off percent sale code offer deal bargain knocked_off
cheapest lowest smallest minimum least: starts_at start_at from smallest cheapest least
smallest minimum least lowest: starts_at start_at begin_at from
biggest largest maximum most: up_to at_most
expensive dear pricey
charge charges charged charging bill bills billed billing pay paid pays payment payments debit debited renew renews renewed taken costs
due owed owe owing payable
instalment instalments installment installments pay_in_parts monthly_parts in_parts two_parts three_parts four_parts split pay_monthly pay_later
deposit down_payment retainer upfront advance_payment
upfront in_advance ahead beforehand before prior_notice notice
trial try_out sample taster: first_days_free days_free free_days trial taster demo try
trial: days_free free weeks_free lesson_free first_lesson
free complimentary gratis for_nothing no_charge no_cost at_no_cost costs_nothing free_of_charge without_charge included
include includes included including inclusive comes_with come_with part_of with_it inside contains holds
extra additional further more another each_further surcharge on_top supplement
extra additional surcharge: free_of_charge included charge free no_cost
single individual per_person one_off drop_in
total altogether sum in_all
invoice invoices receipt receipts bill bills
receipt proof_of_purchase proof_of_payment confirmation order_confirmation
vat tax taxes
company business firm corporate employer office work
event events evening evenings party parties function functions do celebration celebrations occasion
corporate company firm business: company corporate
currency currencies: euros dollars pounds eur usd gbp
card credit_card debit_card cards
transfer bank_transfer wire iban sepa bank
ship shipping delivery deliver delivered post postage posted mail send sent parcel courier dispatch dispatched
leave leaves go_out goes_out ship_out shipped sent posted dispatched post send
arrive arrives arrival arrived arriving delivered delivery reach come land get_here gets_here turn_up
arrive arrives arrival: working_days business_days weeks days
abroad overseas international internationally worldwide foreign: worldwide abroad internationally outside everywhere
box boxes package packages packaging pack packed packing wrap wrapped wrapping parcel
customs duty duties import_duty import_tax import_charges import tariff
track tracked tracking follow tracking_number
collect collection pick_up pickup pick_it_up fetch come_by
exchange swap swapped change changed trade replace
return returns returned returning returnable send_back sent_back send_it_back take_back bring_back go_back come_back
refund refunds refunded refunding refundable money_back returned reimburse reimbursed
broken damaged bent cracked smashed chipped dead faulty shattered dented torn
replace replaced replacement new_one another_one send_another new_one_leaves
report reports reporting tell_me tell_us let_me_know let_us_know get_a_photo send write mail photo picture contact email
cancel cancels canceled cancelled cancelling cancellation end ends ending stop stops quit leave leaves terminate call_off called_off calls_off get_out drop_out pull_out opt_out
renew renews renewed renewal renewing auto_renew charged charges stop end
pause paused pausing on_hold put_on_hold freeze frozen break suspend skip
move moved moving reschedule rescheduled rescheduling postpone postponed shift shifted change changed rearrange rearranged push_back put_off another_day new_date
miss missed missing absent not_make_it cant_make cannot_make not_come
late lateness latecomer latecomers delayed
early ahead in_advance beforehand advance sooner
book books booked booking reserve reserved reserving reservation secure hold holds sign_up register enrol enroll
sign_up register registered registering registration enrol enroll enrolment enrollment join joining joined subscribe apply enter
spot spots place places seat seats slot slots space spaces ticket tickets
full booked_up booked sold_out taken no_places fully_booked waiting_list waitlist
waiting_list waitlist list queue
vacancy vacancies openings availability available free_dates places_left
available open left remaining vacant free_places free_dates free_slots free_seats
date dates day days when calendar
ticket tickets admission entry entrance seat seats
venue venues hall theatre location place club
doors entrance entry open
interval intermission break pause
meet_and_greet meet_you merch_table after_the_show sign after_each_show say_hello
stock in_stock restock restocked sold_out back_in comes_back available left
preorder pre_order order_ahead reserve advance_order
release released releases releasing come_out comes_out coming_out came_out launch launched drop drops out publish published publication
edition editions version versions comes_in copy copies
limited limited_edition numbered edition_of rare copies: numbered edition limited only times
signed sign signs autograph autographed signature signing inscribed dedicated dedication
dedicated dedication inscription inscribed personal_message name_in personalized personalised
personalize personalise personalized personalised engrave engraved engraving initials name_on monogram stamped custom customized
custom bespoke made_to_order commission commissions commissioned to_order one_off
wholesale bulk trade stockist stockists resell retailer
gift gifts present presents gifting
gift_card gift_cards voucher vouchers gift_voucher gift_certificate
valid validity good_for expire expires expiry runs_out run_out use_by lasts last
code codes coupon coupons promo voucher discount_code
member members membership memberships subscriber subscribers subscription subscriptions patron patrons club tier plan
member members membership: year month club
member members patron patrons: club members membership
perk perks benefit benefits reward rewards get_as: bonus early access discount free extra
newsletter mailing_list letter email_list mails
giveaway raffle draw prize_draw contest competition lottery
win wins winner winners winning won drawn draw prize prizes lucky_one
enter entry entries entering take_part participate participation join
prize prizes reward: win wins winner gets get pass voucher
submit submitted submitting submission send sent hand_in enter upload share
suggest suggests suggestion suggestions suggesting wish wishes idea ideas request requests propose proposal ask
request requests wish wishes ask
permission allowed may licence license licensed consent okay_to right rights
permission licence license: free_to may yes needs written_yes letter_from
copyright rights licence license
commercial commercially business_use sell selling sold
post posting posted upload uploaded share shared sharing repost reposted put_up publish
credit credited name_me tag tagged mention link_to
blog blogs website site page pages channel channels social social_media feed instagram
video videos vid vids clip clips film films footage movie movies reel reels
clip clips snippet excerpt excerpts part parts seconds minutes
invite invited invitation come visit join
visit visits visited visiting visitor visitors come_by come_to drop_in drop_by pop_in call_round open_to
open opening opened opens opening_hours opening_times hours: open from_to
close closed closes closing shut shuts closing_time
address located location directions whereabouts: street road lane yard square avenue works hall floor loft studio quay unit
near nearby close nearest around next_to
distance far radius: miles mile km kilometres kilometers metres minutes within on_foot
travel travels travelling traveling come_to go_to journey: miles travel km within anywhere visits come
travel travels travelling trip trips journey journeys
area areas region regions cover covers covered: within regions region miles anywhere area across
park parking car_park parked leave_the_car
car cars van motor vehicle drive driving
public_transport: bus train tram metro station stop
wheelchair wheelchairs accessible accessibility step_free mobility disabled disability ramp lift ground_floor
accessible accessibility wheelchair: step_free ground_floor lift ramp wheelchair
toilet toilets loo bathroom restroom
online remote remotely virtual virtually video_call zoom
in_person face_to_face on_site live at_the_studio on_the_spot
video_call video_chat zoom skype call facetime
phone phones mobile smartphone cell handset
phone phones mobile smartphone android iphone: app apps phone
computer computers pc laptop laptops desktop machine
computer computers pc laptop laptops: mac macos windows linux
tablet tablets ipad
app apps application applications
chrome firefox safari: browser
offline no_internet without_internet no_wifi without_wifi no_connection
internet wifi connection network
download downloads downloaded downloading downloadable had_as get_as
download downloads downloadable: pdf file files saved
format formats file_type filetype: pdf mp3 flac wav epub zip jpg jpeg png xmp pgn svg dxf files mp4 midi ebook e_book paperback hardback vinyl cd
file files document: pdf zip
print prints printed printable printing print_out
paper printed physical: paperback hardback hardcover printed print paper
login log_in logging_in sign_in signing_in get_in get_into let_in let_you_in log_on password
password key passcode pin login
forgot forgotten forget lost reset
locked_out shut_out locked get_in log_in let_you_in
account profile login
blank white empty black dark nothing_shows
load loads loading loaded open opens start starts play plays
crash crashes crashed crashing freezes freeze frozen black_screen hangs
bug bugs glitch glitches error errors fault problem problems
disappear disappeared disappears vanish vanished gone lost missing deleted
backup backups back_up back_ups copies copy
update updates updated updating upgrade version
install installed installing setup set_up
work works working function functions run runs running
link links url
receive received: get got come comes email mail sent
email e_mail mail write_to address
contact contacts reach get_hold get_in_touch write_to write email e_mail message call form
reply replies replied answer answers answered respond response hear_back get_back write_back
form forms questionnaire
press journalist journalists reporter media interview reviewer
answered response reply: within_days working_day slowly
due deadline cut_off latest last_day closing_date: until by before close closes
beforehand ahead advance notice: ahead notice before advance weeks
length duration: =duration
often frequency regularly: every each weekly monthly daily times
percent percentage: percent =percent
hot temperature degrees heat warm: degrees celsius fahrenheit c
weigh weighs heavy weight: kg kilo kilos gram grams g lb lbs ounces
tall high height wide width deep depth size dimension dimensions measure measures measurements: cm mm inch inches metres
g gram grams gramme grammes
kg kilo kilos kilogram
wide narrow width fit_through: cm mm inch side_by_side
color colors shade shades: red blue green yellow orange purple pink brown black white grey gray golden silver turquoise teal beige navy chestnut undyed cream ivory charcoal rust olive
language languages translated translation translations: english german french spanish italian portuguese dutch norwegian swedish danish finnish polish romanian japanese chinese korean welsh irish
translate translated translation translations language languages edition
age old years_old olds: years from age adults children
adult adults grown_up grown_ups eighteen
beginner beginners newbie newbies novice novices starter starters first_timer first_timers newcomer newcomers start started starting begin first never_danced absolute_beginners zero new_to
beginner beginners newbie novice: first couch zero from_scratch
level levels ability standard grade: beginner beginners advanced intermediate a1 a2 b1 b2 c1
hard harder difficult difficulty tough tricky challenging demanding
hard difficult difficulty: easy gentle gentlest beginners level no_maths
easy easier easiest gentle gentlest simple
need needs needed require requires required necessary necessity must
equipment gear kit tools tool stuff supplies materials
bring brings bringing take_along take_with
wear wears wearing clothes clothing dress outfit shoes
alone solo by_myself on_my_own single_player no_partner by_yourself on_your_own without_a_partner single
alone yourself myself solo single_handed: myself alone everything only_me
partner partners pair pairs couple couples
group groups class
private one_to_one one_on_one individual personal just_me
crowded crowd big_group busy: at_most people places small
people participants persons attendees others
child children kid kids little_ones youngsters
pet pets animal animals
pet pets animal animals: dog dogs cat cats
dog dogs cat cats: pets pet animals animal
dog dogs pup pups puppy puppies hound hounds
puppy puppies pup pups
cat cats kitten kittens
qualification qualifications qualified trained training certificate certified certificates degree diploma master level licence license credentials
certificate certification certified diploma proof attendance
train trained training study studied learn learned learnt taught apprentice apprenticeship school course degree
study studied degree university master college school learn learned taught
teach teaches teaching taught lesson lessons class classes course courses workshop workshops tuition tutoring coaching pupil pupils learn train training
teach teaches: take_children take_kids take_adults take_beginners students
class classes lesson lessons session sessions course courses workshop workshops
homework assignment exercise exercises hand_in
correct corrected mark marked check checked look_at
recorded recording recordings replay replays record catch_up watch_later
replay replays catch_up watch_again watch_later afterwards recording recordings rewatch
start started began begin begun beginning get_into got_into getting_into how_it_began origin became become take_up
improve improves improving improvement better get_better progress
routine routines habit habits ritual: every each morning daily
reason reasons why because after
idea ideas inspiration inspired inspire inspires inspiring: after from idea
name names named call called title: called name named
difference differences differ differently different
tip tips advice advise advises recommend recommends recommended recommendation recommendations suggest best
recommend advise suggest best good choose
technique techniques method methods way: use press apply
use uses used using
make makes making made create creates created build built produce
team crew staff people: we_are three two alone everything myself
artist artists painter painters painted paintings illustrator illustrated drawn art pictures
handle handles deal_with look_after responsible
stay stays remain remains: online open kept keeps until
year years yearly annual annually annum twelve_months
month months monthly
week weeks weekly
brand brands make makes maker
minimum least smallest lowest: from at_least least minimum starts_at
maximum most biggest largest: up_to at_most most maximum
enter take_part participate win: mail send answer write comment solve drawn draw
stay stays staying keep keeps remain remains last
save saves saved store stored keep
listen listens listened listening listener listeners hear heard
watch watched watching view viewed see seen
speak speaks speaking talk talks talking say says said announce
follow follows following understand keep_up
safe safely harmless fine okay ok suitable
real really genuine authentic certificate original proper
proof evidence certificate authenticity
finish finishes finished finishing end ends ended over until complete
land lands landing
special show
stage on_at perform performs performing play playing gig
event events meetup meeting
sustainable eco green recyclable recycled environmentally
plastic packaging wrapping
fix fixes fixed fixing repair repairs repaired repairing mend mended sew_it_again guarantee guaranteed
guarantee guaranteed warranty
`;
