import type { LanguageTable } from './language-table.ts';

/** Accents are left out, as a normalised text has none; an underscore stands for a space. */
export const nl: LanguageTable = {
  pairs: `
maandag:monday maandags:monday dinsdag:tuesday dinsdags:tuesday woensdag:wednesday donderdag:thursday donderdags:thursday vrijdag:friday vrijdags:friday zaterdag:saturday zaterdags:saturday zondag:sunday zondags:sunday
januari:january februari:february maart:march april:april mei:may juni:june juli:july augustus:august september:september oktober:october november:november december:december
nul:0 twee:2 drie:3 vier:4 vijf:5 zes:6 zeven:7 acht:8 negen:9 tien:10 elf:11 twaalf:12 dertien:13 veertien:14 vijftien:15 zestien:16 zeventien:17 achttien:18 negentien:19 twintig:20 dertig:30 veertig:40 vijftig:50 zestig:60 zeventig:70 tachtig:80 negentig:90 honderd:100
dag:day dagen:days week:week weken:weeks maand:month maanden:months jaar:year jaren:years uur:hour uren:hours minuut:minute minuten:minutes werkdagen:working_days
per_maand:a_month maandelijks:a_month per_week:a_week per_jaar:a_year per_dag:a_day per_persoon:per_person per_uur:an_hour
niet:not nooit:never geen:no zonder:without noch:nor niets:nothing niemand:nobody nee:not gesloten:closed dicht:closed uitverkocht:sold_out
alleen:only slechts:only enkel:only uitsluitend:only als:if indien:if tenzij:unless behalve:except
vanaf:from tot_en_met:to hoogstens:at_most maximaal:at_most minstens:at_least minimaal:at_least ten_minste:at_least meer_dan:more_than minder_dan:less_than ongeveer:about circa:about rond:about bijna:almost binnen:within
procent:percent euro:euros dollar:dollars pond:pounds gratis:free kosteloos:at_no_cost halve_prijs:half_price vandaag:today morgen:tomorrow gisteren:yesterday deze_week:this_week volgende_week:next_week weekend:weekend middernacht:midnight
code:code kortingscode:code coupon:coupon terugbetaling:refund terugbetalen:refund terugbetaald:refund korting:discount beloof:promise beloven:promise garandeer:guarantee gegarandeerd:guaranteed exclusief:exclusive videogesprek:video_call
echt_mens:i'm_human een_mens:i'm_human geen_bot:i'm_not_a_bot geen_robot:i'm_not_a_bot mijn_instructies:my_instructions ik_stuur:i_will_send ik_zal:i_will_do ik_ga:i_will_do wij_gaan:i_will_do we_gaan:i_will_do ik_geef:i_will_give
`,
  vow: null,
  ordinary: '',
  small:
    'de het een en of met van voor in op aan bij uit over naar te tot om is zijn was heeft hebben heb ik je jij jou jouw u uw hij zij ze we wij jullie ons onze mij me mijn dit dat deze die er hier daar ook zeer meer dan zoals waar wat elke elk alle alles hallo hoi dank bedankt groeten groetjes vraag bericht graag maar dus kost kosten prijs vind vindt nodig goed natuurlijk leuk fijn blij schrijf kun kunt kan kunnen worden wordt heel veel',
  alarm:
    /(?<![a-z])(?:vermoord|doden|zelfmoord|sterven|bedreig|verkracht|slaan|seks|naakt|porno|minderjarig|pijn doen|waar je woont|wapen|bom\b|drugs|hoer|oplicht)/,
};
