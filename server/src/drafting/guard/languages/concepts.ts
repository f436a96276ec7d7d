/**
 * What creators speak of, in English and as words begin in Spanish, French, German, Italian, Portuguese and Dutch. A word
 * that begins so speaks of that; what stands in no row is unknown, and much of it makes a reply unsure.
 */
const rows = `
ship|envi/mand|envo/livr/expedi/expedition|versend/versand/liefer/verschick|sped/consegn|envi/entreg|verzend/verzond/bezorg/lever
worldwide world|todo el mundo/mundo|monde|weltweit/welt|mondo|mundo|wereld
order|pedid/encarg|command|bestell|ordin|encomend/pedid|bestel
parcel|paquet|colis|paket|pacc|pacote|pakket
delivery|entreg|livraison|lieferung|consegn|entrega|levering
price|preci/cuest/cost|prix/cout|preis/kost|prezz/cost|prec/cust|prijs/kost
pay|pag|pay/regl|zahl/bezahl|pag|pag|betal
buy|compr|achet|kauf|acquist/compr|compr|koop/kopen
return back|devol/devuel|retour/renvoy|zuruck/rucksend|restitu/reso|devol|retour/terug
exchange|cambi|echang|tausch/umtausch|cambi|troc|ruil
unused|sin usar|inutilis/neuf|unbenutzt/ungebraucht|inutilizzat/non usat|sem us|ongebruikt
broken|rot/dana|cass/abim|kaputt/zerbroch/beschadig|rott/dannegg|partid/danific|kapot/gebroken
replace|reempla/repon|rempla|ersetz/ersatz|sostitu|substitu|vervang
piece|pieza|piece|stuck|pezz|pec|stuk
mug|taza|tasse|tasse/becher|tazz|caneca|mok
bowl|cuenco/bol|bol|schale/schussel|ciotol|tigela|kom
plate|plato|assiette|teller|piatt|prato|bord
studio|estudio/taller|atelier/studio|atelier/studio/werkstatt|studio/laborator|estudio/atelie|studio/atelier
shop|tienda|boutique/magasin|shop/laden|negozio|loja|winkel/shop
market|mercad|marche|markt|mercat|mercad|markt
stall|puesto|stand/etal|stand|banc|banca|kraam
class|clase/curso|cours/classe|kurs/unterricht|cors/lezion|aula/curso|les/cursus
lesson|clase/leccion|cours/lecon|stunde/unterricht|lezion|aula/lic|les
teach|ensen|enseign|unterricht/lehr|insegn|ensin|geef les/lesge
group|grupo|groupe|gruppe|grupp|grupo|groep
people|persona/gente|personne/gens|person/leute/mensch|person|pessoa|mens/personen
beginner|principiant|debutant|anfang|principiant|principiant/iniciant|beginner
welcome|bienvenid|bienvenu|willkommen|benvenut|bem-vind/bem vind|welkom
start|empez/empiez/comenz/comienz|commenc/debut|beginn/start/anfang|inizi/cominci|comec/inici|begin/start
live|vivo/directo|direct|live|dirett/vivo|vivo/direto|live
replay|repeticion/grabacion|replay/rediffusion|aufzeichnung/wiederholung|replica/registrazion|gravac/repetic|terugkijk/opname
record|grab|enregistr|aufnehm/aufgenommen/aufgezeichn|registr|grav|opgenomen/opneem
member|miembro/socio|membre|mitglied|membr/iscritt|membro|lid
membership|membresia|abonnement/adhesion|mitgliedschaft|abbonament|associac/assinatur|lidmaatschap
cancel|cancel|annul/resili|kundig/absag/stornier|annull/disd|cancel|opzeg/annule
account|cuenta|compte|konto|account|conta|account
include|inclu|inclu/compris|inklusiv/enthalt/inbegriff|inclus/compres|inclu|inbegrepen/inclusief
material|material|materiel/materiau|material|material|material|materiaal
clay|arcill/barro|argile|ton|argill/creta|argil/barro|klei
glaze|esmalt|email/glacure|glasur|smalt|vidrad/esmalt|glazuur
dishwasher|lavavajillas|lave-vaisselle|spulmaschin/geschirrspul|lavastoviglie|lava-louc/lava louc|vaatwasser
microwave|microond|micro-onde|mikrowell|microond|micro-onda/microond|magnetron
wash|lav|lav|wasch/gespult|lav|lav|was
hand|mano|main|hand|mano|mao/maos|hand
tableware|vajilla|vaisselle|geschirr|stoviglie|louc|servies
fire|coc/hornea|cuit/cuisson|brenn/gebrannt|cott/cuoc|coz|gebakken/bakken
commission|encarg|command|auftrag/auftrags|commission|encomend|opdracht
open|abiert/abr|ouvert/ouvr|offen/geoffnet|apert/apr|abert/abr|open
write|escrib|ecri|schreib|scriv|escrev|schrijf/schrijven
sketch|boceto|croquis/esquiss|skizze|schizz/bozzett|esbo|schets
date|fecha|date|datum/termin|data|data|datum
ticket|entrada/billet|billet|ticket/karte|bigliett|bilhet|kaart/ticket
concert|concierto|concert|konzert|concert|concerto|concert
site|sitio/web/pagina|site/page|seite/webseite|sito/pagina|site/pagina|site/pagina
link|enlace|lien|link|link|link/ligac|link
card|tarjeta|carte|karte|carta/buono|cart|kaart
gift|regal|cadeau|geschenk/gutschein|regal|presente/oferta|cadeau
print|impr|imprim|druck|stamp|imprim/impress|druk/print
picture|foto/imagen|photo/image|foto/bild|foto/immagin|foto/imagem|foto
video|video|video|video|video|video|video
book|reserv|reserv|buch/reserv|prenot|reserv|boek/reserveer
last|dur|dur|dauer|dur|dur|duur/duren
hold|capacidad/cab|contien/contenance|fass|contien/capien|lev/capacidade/conte|inhoud
wide|ancho|large/largeur|breit|largh/larg|larg|breed
new|nuev|nouv/neuf|neu|nuov|nov|nieuw
every|cad/todos los/todas las|chaque/tous les/toutes les|jede/jeden/alle|ogni/tutti i/tutte le|cad/todos os/todas as|elk/iedere
first|primer|premier|erst|prim|primeir|eerst
month|mes|mois|monat|mes|mes|maand
leave|sal|part/quitt|verlass/geh|part/lasc|sai/part|vertrek/verlaat
find|encontr|trouv|find|trov|encontr|vind
need|necesit|besoin|brauch|serv/bisogn|precis|nodig
wheel|torno|tour|drehscheib/scheibe|tornio|roda/torno|draaischijf
home|casa|maison|hause/zuhause|casa|casa|thuis
write|escrib|ecri|schreib|scriv|escrev|schrijf
vegan|vegan|vegan/vegetal|vegan|vegan|vegan|vegan
bread|pan|pain|brot|pane|pao|brood
cake|tarta/pastel|gateau|kuchen/torte|torta|bolo|taart
studio|taller|atelier|werkstatt|laboratorio|oficina|atelier
gallery|galeria|galerie|galerie|galleria|galeria|galerij
wedding|boda|mariage|hochzeit|matrimoni|casament|bruiloft
day|dia|jour|tag|giorn|dia|dag
place|plaza/lugar|place|platz|posto|lugar/vaga|plek/plaats
color|color|couleur|farbe|color|cor|kleur
size|talla/tamano|taille|große/grosse|tagli/misur|tamanho|maat
europe|europ|europ|europ|europ|europ|europ
europe rest|resto|reste|rest/ubrig|resto|resto|rest
everywhere|resto del mundo/demas|ailleurs/partout|uberall/ubrig|altrove/ovunque|resto|overal/elders
lisbon|lisboa|lisbonne|lissabon|lisbona|lisboa|lissabon
time|hora|heure|zeit|ora|hora|tijd
friend|amig|ami|freund|amic|amig|vriend
music|music|musique|musik|music|music|muziek
game|juego|jeu|spiel|gioc|jogo|spel
play|jueg/jug/toc|jou|spiel|gioc/suon|jog/toc|speel
language|idioma/lengua|langue|sprache|lingua|lingua/idioma|taal
phone|movil/telefono|telephone|handy/telefon|telefono|telemovel/telefone|telefoon
`;

const order = ['es', 'fr', 'de', 'it', 'pt', 'nl'];

/** How words of that language begin, the longest first, and what they speak of: all of it where that is more than one thing. */
export function conceptsOf(language: string): readonly (readonly [string, string])[] {
  const column = order.indexOf(language) + 1;
  const found = new Map<string, string>();
  for (const row of column === 0 ? [] : rows.trim().split('\n')) {
    const cells = row.split('|');
    for (const prefix of (cells[column] ?? '').split('/'))
      found.set(prefix, [found.get(prefix) ?? '', cells[0] ?? ''].join(' ').trim());
  }
  return [...found].toSorted(([one], [other]) => other.length - one.length);
}
