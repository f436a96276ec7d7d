/** Common shorthand: each entry on the left is read as the word on the right. Apostrophes are already removed. */
const table = `
u:you ya:you yu:you ur:your yr:your youre:youre r:are pls:please plz:please plss:please plis:please pleease:please
thx:thanks tnx:thanks thnx:thanks ty:thanks tysm:thanks thks:thanks thanx:thanks thankyou:thanks n:and nd:and
abt:about bc:because cuz:because coz:because cos:because becuase:because b4:before gr8:great l8r:later m8:mate
wat:what wht:what wut:what wats:whats wots:whats wot:what hw:how wen:when wher:where wheres:wheres teh:the hte:the da:the dis:this
dat:that dey:they wiv:with luv:love lov:love loooove:love lurve:love gud:good gd:good msg:message dm:dm dms:dms pic:pic pics:pics
vid:video vids:videos yt:youtube insta:instagram ig:instagram wknd:weekend tmrw:tomorrow tmr:tomorrow tomoz:tomorrow tmw:tomorrow 2moro:tomorrow
tonite:tonight 2nite:tonight rn:now atm:now asap:asap im:im iam:im ive:ive id:id ill:ill hav:have hv:have shud:should
cud:could wud:would cn:can cant:cant cannot:cant wont:wont dont:dont doesnt:doesnt didnt:didnt isnt:isnt wasnt:wasnt arent:arent
wanna:wanna gonna:gonna gunna:gonna gona:gonna gotta:gotta gimme:gimme lemme:lemme kinda:kinda prolly:probably def:definitely deffo:definitely
defo:definitely obv:obviously ppl:people peeps:people bday:birthday b-day:birthday xmas:christmas fav:favorite fave:favorite
favourite:favorite favs:favorite colour:color colours:colors grey:gray jewellery:jewelry customise:customize customised:customized
personalise:personalize personalised:personalized personalize:personalize organisation:organization apologise:apologize
realise:realize realised:realized licence:license programme:program
thru:through tho:though altho:although sm:much smth:something sth:something sumthing:something rly:really rlly:really srsly:seriously
fr:really ngl:honestly tbh:honestly imo:honestly idk:idk ily:ily ilysm:ily ilu:ily hru:hru wyd:wyd hbu:hbu wbu:wbu omfg:omg
recieve:receive recieved:received adress:address definately:definitely definetly:definitely tommorow:tomorrow tomorow:tomorrow
avaliable:available availble:available avaible:available availabel:available availible:available shiping:shipping shippin:shipping
pirce:price prise:price prcie:price beatiful:beautiful beutiful:beautiful beautifull:beautiful beautful:beautiful amzing:amazing amazin:amazing
awsome:awesome restok:restock disount:discount discout:discount comission:commission commision:commission commisions:commissions comissions:commissions
comissioned:commissioned colab:collab collabo:collab colaboration:collaboration refnd:refund reffund:refund cancle:cancel cancell:cancel
mch:much mutch:much muhc:much gmae:game fone:phone fones:phones dus:does duz:does wensday:wednesday wendsday:wednesday wednsday:wednesday thrusday:thursday
tuseday:tuesday munday:monday satuday:saturday saterday:saturday febuary:february feburary:february calender:calendar calandar:calendar
wks:weeks wk:week hrs:hours mth:month mths:months yrs:years yr:year mins:minutes secs:seconds approx:approximately appt:appointment
temp:temperature temps:temperatures mic:mic mics:mics photoes:photos fotos:photos foto:photo tix:tickets tkt:ticket tkts:tickets bk:book
acct:account accnt:account pw:password pwd:password pword:password msgs:messages addy:address addr:address sub:subscription subs:subscriptions
membershp:membership memebership:membership begginer:beginner beginer:beginner begginers:beginners beginers:beginners begginner:beginner
workshp:workshop worshop:workshop lesons:lessons lessson:lesson coarse:course corse:course corses:courses clas:class clases:classes
delievery:delivery delivary:delivery delivry:delivery postge:postage posatge:postage pacage:package pakage:package parcle:parcel
resrve:reserve reseve:reserve cansel:cancel cancelation:cancellation refound:refund retun:return retrun:return exchnage:exchange
vegiterian:vegetarian vegatarian:vegetarian alergic:allergic alergy:allergy alergies:allergies glutten:gluten recipie:recipe recepie:recipe
recomend:recommend reccomend:recommend recommand:recommend equiptment:equipment equipement:equipment camra:camera camara:camera
sofware:software softwear:software pattren:pattern patern:pattern paterns:patterns wieght:weight heigth:height lenght:length widht:width
agian:again becasue:because wich:which whcih:which adn:and taht:that thier:their freind:friend beleive:believe seperate:separate
payed:paid payement:payment paymant:payment pymt:payment discont:discount coupan:coupon voucer:voucher vocher:voucher
scedule:schedule shedule:schedule schedual:schedule avalible:available avilable:available availble:available
subscripton:subscription membrship:membership tutorail:tutorial turorial:tutorial tuturial:tutorial
`;

export const shorthand: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [from = '', to = ''] = pair.split(':');
      return [from, to] as const;
    }),
);
