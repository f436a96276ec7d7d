import type { LanguageTable } from './language-table.ts';

/** Accents are left out, as a normalised text has none; an underscore stands for a space. */
export const it: LanguageTable = {
  pairs: `
lunedi:monday martedi:tuesday mercoledi:wednesday giovedi:thursday venerdi:friday sabato:saturday domenica:sunday
gennaio:january febbraio:february marzo:march aprile:april maggio:may giugno:june luglio:july agosto:august settembre:september ottobre:october novembre:november dicembre:december
zero:0 due:2 tre:3 quattro:4 cinque:5 sei:6 sette:7 otto:8 nove:9 dieci:10 undici:11 dodici:12 tredici:13 quattordici:14 quindici:15 sedici:16 diciassette:17 diciotto:18 diciannove:19 venti:20 trenta:30 quaranta:40 cinquanta:50 sessanta:60 settanta:70 ottanta:80 novanta:90 cento:100
giorno:day giorni:days settimana:week settimane:weeks mese:month mesi:months anno:year anni:years ora:hour ore:hours minuto:minute minuti:minutes giorni_lavorativi:working_days
al_mese:a_month alla_settimana:a_week a_settimana:a_week all'anno:a_year al_giorno:a_day a_persona:per_person all'ora:an_hour
non_usati:unused non_usato:unused non:not mai:never ne:nor senza:without niente:nothing nulla:nothing nessuno:nobody nessun:no nessuna:no no:not chiuso:closed chiusa:closed chiusi:closed esaurito:sold_out esaurita:sold_out
solo:only soltanto:only solamente:only se:if a_meno_che:unless tranne:except eccetto:except
a_partire_da:from da:from fino_a:up_to al_massimo:at_most massimo:at_most almeno:at_least minimo:at_least piu_di:more_than meno_di:less_than circa:about quasi:almost intorno_a:about entro:within
per_cento:percent euro:euros dollari:dollars sterline:pounds gratis:free gratuito:free gratuita:free gratuiti:free senza_costi:at_no_cost meta_prezzo:half_price oggi:today domani:tomorrow ieri:yesterday questa_settimana:this_week prossima_settimana:next_week fine_settimana:weekend mezzogiorno:noon mezzanotte:midnight
codice:code buono:coupon rimborso:refund rimborsi:refund rimborsare:refund sconto:discount sconti:discount prometto:i_promise promettiamo:i_promise garantisco:i_guarantee garantito:guaranteed garantita:guaranteed esclusivo:exclusive esclusiva:exclusive videochiamata:video_call
persona_vera:i'm_a_real_person persona_reale:i'm_a_real_person sono_umano:i'm_human sono_umana:i'm_human non_sono_un_bot:i'm_not_a_bot mie_istruzioni:my_instructions ti_invio:i_will_send ti_mando:i_will_send ti_spedisco:i_will_send ti_regalo:i_will_give ti_do:i_will_give
`,
  vow: /(?<![a-z])[a-z]{2,12}(?:ero|iro|aremo|eremo|iremo)(?![a-z])/g,
  ordinary: 'vero numero intero davvero sincero straniero pensiero leggero giro estero libero',
  small:
    "il lo la i gli le l un uno una di del dello della dei degli delle d a ad al allo alla ai in nel nella nei con per su sul sulla e ed o che chi e' sono questo questa questi queste mio mia miei mie tuo tua tuoi suo sua nostro nostra nostri mi ti si ci vi lo li io tu lui lei noi voi c'e ci essere molto piu anche come quando dove ogni tutto tutta tutti tutte puoi puo possono potete ciao salve grazie mille saluti domanda messaggio interesse qui ma quindi allora costa costano prezzo vale trovi trova serve bene certo piacere felice contenta contento scrivi scrivere hai ha hanno abbiamo dal dalle dalla alle agli",
  alarm:
    /(?<![a-z])(?:uccid|suicid|morire|minacc|stupr|picchia|sesso|nuda|nudo|porno|minorenne|farti del male|dove abiti|arma|bomba|droga|puttana|truffa)/,
};
