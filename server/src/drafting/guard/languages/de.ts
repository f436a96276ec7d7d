import type { LanguageTable } from './language-table.ts';

/** Accents are left out, as a normalised text has none; an underscore stands for a space. */
export const de: LanguageTable = {
  pairs: `
montag:monday montags:monday dienstag:tuesday dienstags:tuesday mittwoch:wednesday mittwochs:wednesday donnerstag:thursday donnerstags:thursday freitag:friday freitags:friday samstag:saturday samstags:saturday sonnabend:saturday sonntag:sunday sonntags:sunday
januar:january februar:february marz:march april:april mai:may juni:june juli:july august:august september:september oktober:october november:november dezember:december
null:0 zwei:2 drei:3 vier:4 funf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwolf:12 dreizehn:13 vierzehn:14 funfzehn:15 sechzehn:16 siebzehn:17 achtzehn:18 neunzehn:19 zwanzig:20 dreißig:30 dreissig:30 vierzig:40 funfzig:50 sechzig:60 siebzig:70 achtzig:80 neunzig:90 hundert:100
tag:day tage:days tagen:days woche:week wochen:weeks monat:month monate:months monaten:months jahr:year jahre:years jahren:years stunde:hour stunden:hours minute:minute minuten:minutes werktage:working_days werktagen:working_days arbeitstage:working_days arbeitstagen:working_days
im_monat:a_month pro_monat:a_month monatlich:a_month pro_woche:a_week in_der_woche:a_week pro_jahr:a_year im_jahr:a_year pro_tag:a_day am_tag:a_day pro_person:per_person pro_stunde:an_hour
nicht:not nie:never niemals:never kein:no keine:no keinen:no keinem:no keiner:no keines:no ohne:without weder:neither noch_nie:never nichts:nothing niemand:nobody nein:not geschlossen:closed ausverkauft:sold_out
nur:only ausschließlich:only ausschliesslich:only wenn:if falls:if sofern:if außer:except ausser:except
ab:from bis_zu:up_to hochstens:at_most maximal:at_most mindestens:at_least mehr_als:more_than weniger_als:less_than etwa:about ungefahr:about rund:about circa:about ca:about fast:almost innerhalb_von:within binnen:within
prozent:percent euro:euro euros:euros dollar:dollars pfund:pounds gratis:free kostenlos:free umsonst:free kostenfrei:at_no_cost ohne_aufpreis:at_no_cost zum_halben_preis:half_price heute:today morgen:tomorrow gestern:yesterday diese_woche:this_week nachste_woche:next_week wochenende:weekend mittag:noon mitternacht:midnight uhr:o'clock
code:code gutschein:coupon gutscheincode:coupon erstattung:refund erstatte:refund erstattet:refund ruckerstattung:refund rabatt:discount nachlass:discount verspreche:promise versprechen:promise versprochen:promised garantiere:guarantee garantiert:guaranteed exklusiv:exclusive videoanruf:video_call
echter_mensch:i'm_human ein_mensch:i'm_human kein_bot:i'm_not_a_bot kein_roboter:i'm_not_a_bot meine_anweisungen:my_instructions ich_schicke:i_will_send ich_sende:i_will_send ich_werde:i_will_do wir_werden:i_will_do ich_schenke:i_will_give ich_gebe:i_will_give
`,
  vow: null,
  ordinary: '',
  small:
    'der die das den dem des ein eine einen einem einer und oder mit von vom zu zum zur im in am an auf fur aus bei nach uber ist sind war hat haben ich du er sie es wir ihr mich mir dich dir euch uns mein meine meinen meiner dein deine unser unsere unserem euer sein wird werden kann kannst konnt konnen auch sehr mehr als wie wo was jede jeder jedes jeden alle alles hallo danke dank liebe viele gruße grusse frage nachricht gern gerne hier da aber so also kostet kosten preis findest brauchst schon gut schreib schreibe freut bitte man sich dass',
  alarm:
    /(?<![a-z])(?:umbringen|toten|selbstmord|suizid|sterben|bedroh|vergewalt|schlagen|sex|nackt|porno|minderjahr|wehtun|wo du wohnst|waffe|bombe|droge|hure|betrug)/,
};
