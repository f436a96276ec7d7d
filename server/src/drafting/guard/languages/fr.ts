import type { LanguageTable } from './language-table.ts';

/** Accents are left out, as a normalised text has none; an underscore stands for a space. */
export const fr: LanguageTable = {
  pairs: `
lundi:monday lundis:monday mardi:tuesday mardis:tuesday mercredi:wednesday mercredis:wednesday jeudi:thursday jeudis:thursday vendredi:friday vendredis:friday samedi:saturday samedis:saturday dimanche:sunday dimanches:sunday
janvier:january fevrier:february mars:march avril:april mai:may juin:june juillet:july aout:august septembre:september octobre:october novembre:november decembre:december
zero:0 deux:2 trois:3 quatre:4 cinq:5 six:6 sept:7 huit:8 neuf:9 dix:10 onze:11 douze:12 treize:13 quatorze:14 quinze:15 seize:16 dix-sept:17 dix-huit:18 dix-neuf:19 vingt:20 trente:30 quarante:40 cinquante:50 soixante:60 cent:100
jour:day jours:days semaine:week semaines:weeks mois:months an:year ans:years annee:year heure:hour heures:hours minute:minute minutes:minutes jours_ouvres:working_days jours_ouvrables:working_days
par_mois:a_month chaque_mois:a_month par_semaine:a_week par_an:a_year par_jour:a_day par_personne:per_person de_l'heure:an_hour
ne:<ne> n':<ne> pas:not jamais:never ni:nor sans:without rien:nothing personne:nobody aucun:no aucune:no non:not ferme:closed fermee:closed fermes:closed epuise:sold_out epuisee:sold_out
seulement:only uniquement:only ne_que:only si:if a_moins_que:unless sauf:except excepte:except
a_partir_de:from des:from de_des:from depuis:since jusqu'a:up_to jusqu'au:until au_maximum:at_most maximum:at_most au_plus:at_most au_moins:at_least minimum:at_least plus_de:more_than moins_de:less_than environ:about presque:almost autour_de:about sous:within
pour_cent:percent euro:euro euros:euros dollars:dollars livres:pounds gratuit:free gratuite:free gratuits:free gratuitement:for_free offert:free offerte:free sans_frais:at_no_cost moitie_prix:half_price aujourd'hui:today demain:tomorrow hier:yesterday cette_semaine:this_week semaine_prochaine:next_week week-end:weekend midi:noon minuit:midnight
code:code coupon:coupon remboursement:refund remboursements:refund rembourse:refund rembourser:refund remise:discount reduction:discount rabais:discount promets:promise promettons:promise garantis:guarantee garanti:guaranteed garantie:guaranteed exclusif:exclusive exclusive:exclusive appel_video:video_call
vraie_personne:i'm_a_real_person suis_humain:i'm_human suis_humaine:i'm_human suis_pas_un_robot:i'm_not_a_bot mes_instructions:my_instructions je_vous_envoie:i_will_send je_t'envoie:i_will_send je_vais:i_will_do nous_allons:i_will_do on_va:i_will_do je_vous_offre:i_will_give je_t'offre:i_will_give
`,
  vow: /(?<![a-z])[a-z]{2,12}(?:erai|irai|drai|erons|irons|drons)(?![a-z])/g,
  ordinary: 'vrai environs',
  small:
    'le la les l un une du au aux et ou que qui avec par pour dans sur en est sont cette ces ce cet mon ma mes ton ta tes votre vos notre nos me te se lui leur je tu il elle on nous vous ils elles c d j s t m qu y a ai as avons avez ont etre tres plus aussi comme quand chaque tout toute tous toutes pouvez peux peut peuvent bonjour salut merci beaucoup cordialement bisous question message interet ici mais alors donc coute coutent prix vaut voici trouverez trouve besoin bien sur ravi ravie plaisir contente content ecrire ecrivez suffit',
  alarm:
    /(?<![a-z])(?:tuer|suicid|mourir|menace|viol(?:er)?\b|frapper|sexe|nue?s?\b|porno|mineur|te faire du mal|ou tu habites|arme|bombe|drogue|pute|arnaque)/,
};
