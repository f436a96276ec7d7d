import { farPlaces, furtherNames } from './far-places.ts';

/** One country a line: its name, then its regions, then other names, cities and states that lie in it. Multi-word names use `_`. */
const table = `
portugal eu,europe | portuguese lisbon porto
spain eu,europe | spanish madrid barcelona valencia seville
france eu,europe | french paris lyon marseille
germany eu,europe | german berlin munich hamburg cologne frankfurt deutschland
italy eu,europe | italian rome milan florence naples
netherlands eu,europe | holland dutch amsterdam rotterdam
belgium eu,europe | belgian brussels antwerp
austria eu,europe | austrian vienna
ireland eu,europe | irish dublin
poland eu,europe | polish warsaw krakow
czechia eu,europe | czech prague czech_republic
slovakia eu,europe | bratislava
hungary eu,europe | hungarian budapest
romania eu,europe | romanian bucharest
bulgaria eu,europe | bulgarian sofia
greece eu,europe | greek athens
croatia eu,europe | croatian zagreb
slovenia eu,europe | ljubljana
denmark eu,europe,scandinavia,nordics | danish copenhagen
sweden eu,europe,scandinavia,nordics | swedish stockholm
finland eu,europe,nordics | finnish helsinki
estonia eu,europe,baltics | tallinn
latvia eu,europe,baltics | riga
lithuania eu,europe,baltics | vilnius
luxembourg eu,europe |
malta eu,europe | maltese
cyprus eu,europe |
norway europe,scandinavia,nordics | norwegian oslo
iceland europe,nordics | reykjavik
switzerland europe | swiss zurich geneva
uk europe | united_kingdom britain great_britain british england english_uk scotland wales northern_ireland london manchester edinburgh glasgow liverpool birmingham bristol leeds cardiff belfast gb
ukraine europe | ukrainian kyiv kiev
russia europe,asia | russian moscow
serbia europe | belgrade
bosnia europe | sarajevo
albania europe | tirana
kosovo europe |
montenegro europe |
moldova europe |
belarus europe | minsk
turkey europe,asia | turkish istanbul ankara turkiye
usa north_america,americas | us united_states america american states nyc new_york los_angeles chicago houston texas california florida boston seattle portland austin dallas atlanta miami denver philadelphia san_francisco las_vegas hawaii alaska ohio michigan washington oregon colorado georgia_usa virginia carolina arizona nevada utah minnesota wisconsin tennessee nashville new_orleans puerto_rico detroit brooklyn san_diego
canada north_america,americas | canadian toronto vancouver montreal ottawa calgary quebec ontario
mexico north_america,latin_america,americas | mexican mexico_city
brazil south_america,latin_america,americas | brasil brazilian sao_paulo rio rio_de_janeiro
argentina south_america,latin_america,americas | argentinian buenos_aires
chile south_america,latin_america,americas | chilean santiago
colombia south_america,latin_america,americas | colombian bogota
peru south_america,latin_america,americas | peruvian lima
ecuador south_america,latin_america,americas | quito
uruguay south_america,latin_america,americas | montevideo
paraguay south_america,latin_america,americas |
bolivia south_america,latin_america,americas |
venezuela south_america,latin_america,americas | caracas
costa_rica latin_america,americas |
panama latin_america,americas |
guatemala latin_america,americas |
cuba latin_america,americas,caribbean |
jamaica americas,caribbean |
dominican_republic latin_america,americas,caribbean |
trinidad americas,caribbean |
australia oceania | australian aus aussie sydney melbourne brisbane perth oz
new_zealand oceania | nz auckland wellington kiwi
fiji oceania |
japan asia | japanese tokyo osaka kyoto
china asia | chinese beijing shanghai
hong_kong asia | hk
taiwan asia | taipei
south_korea asia | korea korean seoul
india asia | indian mumbai delhi bangalore chennai kolkata
pakistan asia | karachi lahore
bangladesh asia | dhaka
sri_lanka asia |
nepal asia |
indonesia asia,southeast_asia | jakarta bali
malaysia asia,southeast_asia | malaysian kuala_lumpur
singapore asia,southeast_asia |
philippines asia,southeast_asia | filipino manila
thailand asia,southeast_asia | thai bangkok
vietnam asia,southeast_asia | vietnamese hanoi saigon
cambodia asia,southeast_asia |
israel asia,middle_east | israeli tel_aviv
uae asia,middle_east | dubai abu_dhabi emirates
saudi_arabia asia,middle_east | saudi riyadh ksa
qatar asia,middle_east | doha
kuwait asia,middle_east |
bahrain asia,middle_east |
oman asia,middle_east |
jordan_country asia,middle_east | amman
lebanon asia,middle_east | beirut
iran asia,middle_east | tehran
iraq asia,middle_east | baghdad
kazakhstan asia |
egypt africa,middle_east | egyptian cairo
morocco africa | moroccan casablanca
tunisia africa |
algeria africa |
nigeria africa | nigerian lagos
ghana africa | accra
kenya africa | kenyan nairobi
ethiopia africa |
tanzania africa |
uganda africa |
south_africa africa | cape_town johannesburg
zimbabwe africa |
senegal africa |
mauritius africa |
`;

const regionNames: Readonly<Record<string, string>> = {
  eu: 'eu',
  european_union: 'eu',
  europe: 'europe',
  european: 'europe',
  scandinavia: 'scandinavia',
  nordics: 'nordics',
  baltics: 'baltics',
  asia: 'asia',
  asian: 'asia',
  africa: 'africa',
  african: 'africa',
  oceania: 'oceania',
  north_america: 'north_america',
  south_america: 'south_america',
  latin_america: 'latin_america',
  latam: 'latin_america',
  americas: 'americas',
  middle_east: 'middle_east',
  southeast_asia: 'southeast_asia',
  caribbean: 'caribbean',
};

const world = new Set([
  'worldwide',
  'internationally',
  'globally',
  'anywhere',
  'everywhere',
  'global',
  'world_wide',
  'elsewhere',
]);
/** A place that is only said to be far: what ships worldwide ships there. */
const vague = new Set(['abroad', 'overseas', 'international', 'outside', 'there']);

/** Other names of a whole country and what is said of its people; all else in a line lies inside it. */
const wholes = new Set(
  'portuguese spanish french german deutschland italian holland dutch belgian austrian irish polish czech czech_republic hungarian romanian bulgarian greek croatian danish swedish finnish maltese norwegian swiss united_kingdom britain great_britain british english_uk gb ukrainian russian turkish turkiye us united_states america american states canadian mexican brasil brazilian argentinian chilean colombian peruvian australian aus aussie oz nz kiwi japanese chinese hk korea korean indian malaysian filipino thai vietnamese israeli emirates saudi ksa egyptian moroccan nigerian kenyan'.split(
    ' ',
  ),
);

const aliasesOfParts: Readonly<Record<string, string>> = {
  nyc: 'new_york',
  sao_paulo: 'sao_paulo',
  rio: 'rio_de_janeiro',
};

const regionsOf = new Map<string, readonly string[]>();
const placeOf = new Map<string, string>();
for (const line of table.trim().split('\n')) {
  const [head = '', others = ''] = line.split('|');
  const [name = '', regions = ''] = head.trim().split(' ');
  regionsOf.set(name, regions.split(','));
  placeOf.set(name, name);
  for (const other of others.trim().split(/\s+/))
    if (other !== '') placeOf.set(other, wholes.has(other) ? name : `${name}/${aliasesOfParts[other] ?? other}`);
}
for (const line of farPlaces.trim().split('\n')) {
  const [name = '', ...others] = line.split(' ');
  for (const one of [name, ...others]) if (!placeOf.has(one)) placeOf.set(one, name);
}
for (const [name, place] of Object.entries(furtherNames)) placeOf.set(name, place);

const firstWords = new Set(
  [...placeOf.keys(), ...Object.keys(regionNames), ...world, ...vague].map((name) => name.split('_')[0]),
);

/** True when a place may begin with the word. */
export function beginsPlace(word: string): boolean {
  return firstWords.has(word);
}

/** What a place word stands for: `country:…` or, for what lies in it, `country:…/…`, `region:…`, `world` or `abroad`; undefined for any other word. Words of a name are joined by `_`. */
export function placeNamed(word: string): string | undefined {
  const country = placeOf.get(word);
  if (country !== undefined) return `country:${country}`;
  const region = regionNames[word];
  if (region !== undefined) return `region:${region}`;
  if (world.has(word)) return 'world';
  if (vague.has(word)) return 'abroad';
  return undefined;
}

/** True when a statement about `stated` places speaks of `asked` too: the same place, a region around it, or the world. `isWhole`: a part of the asked place is not enough. */
export function coversPlace(stated: ReadonlySet<string>, asked: string, isWhole: boolean): boolean {
  if (stated.has(asked) || stated.has('world')) return true;
  if (asked === 'abroad')
    return (
      stated.has('abroad') ||
      [...stated].filter((place) => place.startsWith('country:') || place.startsWith('region:')).length > 1
    );
  if (asked === 'world') return stated.has('abroad');
  const [kind, name = ''] = asked.split(':');
  if (kind !== 'country') return false;
  const [country = '', part] = name.split('/');
  if ((regionsOf.get(country) ?? []).some((region) => stated.has(`region:${region}`))) return true;
  if (part !== undefined) return stated.has(`country:${country}`);
  // Asked of the whole country, a place in it is an answer, but not to where parcels go.
  return !isWhole && [...stated].some((place) => place.startsWith(`country:${country}/`));
}
