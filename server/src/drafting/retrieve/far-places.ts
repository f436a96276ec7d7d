/**
 * Countries and territories beside those that `places.ts` lays in their regions, one a line with its other names: every region that
 * Unicode's English names know, as a test sees to. They are covered by the world or by their own name alone.
 */
export const farPlaces = `
afghanistan
aland_islands aland
american_samoa
andorra
angola
anguilla
antarctica
antigua_and_barbuda antigua barbuda antigua_barbuda
armenia
aruba
ascension_island
azerbaijan
bahamas
barbados
belize
benin
bermuda
bhutan
botswana
bouvet_island
british_indian_ocean_territory
british_virgin_islands bvi
brunei
burkina_faso
burundi
cameroon
canary_islands canaries tenerife gran_canaria lanzarote fuerteventura
cape_verde cabo_verde
caribbean_netherlands bonaire
cayman_islands caymans
central_african_republic
ceuta_and_melilla ceuta melilla ceuta_melilla
chad
christmas_island
clipperton_island
cocos_islands keeling_islands
comoros
congo_kinshasa congo_brazzaville congo drc
cook_islands
cote_divoire ivory_coast
curacao
diego_garcia
djibouti
dominica
el_salvador
equatorial_guinea
eritrea
eswatini swaziland
falkland_islands falklands
faroe_islands faroes faeroe_islands
french_guiana
french_polynesia tahiti
french_southern_territories
gabon
gambia
georgia tbilisi
gibraltar
greenland nuuk
grenada
guadeloupe
guam
guernsey alderney channel_islands
guinea
guinea_bissau
guyana
haiti
heard_and_mcdonald_islands heard_mcdonald_islands mcdonald_islands
honduras
isle_of_man
jersey
kiribati
kyrgyzstan
laos
lesotho
liberia
libya
liechtenstein vaduz
macao macau
madagascar
malawi
maldives
mali
marshall_islands
martinique
mauritania
mayotte
micronesia
monaco monte_carlo
mongolia
montserrat
mozambique
myanmar burma
namibia
nauru
new_caledonia
nicaragua
niger
niue
norfolk_island
north_korea dprk pyongyang
north_macedonia macedonia skopje
northern_mariana_islands saipan
palau
palestinian_territories palestine gaza west_bank
papua_new_guinea
pitcairn_islands pitcairn
reunion
rwanda
saint_barthelemy st_barthelemy st_barts
saint_helena st_helena
saint_kitts_and_nevis saint_kitts nevis saint_kitts_nevis st_kitts_and_nevis st_kitts st_kitts_nevis
saint_lucia st_lucia
saint_martin st_martin sint_maarten
saint_pierre_and_miquelon saint_pierre miquelon saint_pierre_miquelon st_pierre_and_miquelon st_pierre st_pierre_miquelon
saint_vincent_and_grenadines saint_vincent grenadines saint_vincent_grenadines st_vincent_and_grenadines st_vincent st_vincent_grenadines
samoa
san_marino
sao_tome_and_principe sao_tome sao_tome_principe
sark
seychelles
sierra_leone
solomon_islands
somalia somaliland
south_georgia south_sandwich_islands south_georgia_and_south_sandwich_islands
south_sudan
sudan
suriname
svalbard jan_mayen svalbard_and_jan_mayen svalbard_jan_mayen
syria damascus
tajikistan
tibet
timor_leste east_timor
togo
tokelau
tonga
tristan_the_cunha
turkmenistan
turks_and_caicos_islands caicos_islands turks_and_caicos
tuvalu
you_s_outlying_islands
uzbekistan
vanuatu
vatican_city vatican
virgin_islands you_s_virgin_islands usvi
wallis_and_futuna wallis futuna wallis_futuna
western_sahara
yemen
zambia
`;

/** Other names of countries that `places.ts` has. */
export const furtherNames: Readonly<Record<string, string>> = {
  united_arab_emirates: 'uae',
  bosnia_and_herzegovina: 'bosnia',
  bosnia_herzegovina: 'bosnia',
  herzegovina: 'bosnia',
  trinidad_and_tobago: 'trinidad',
  trinidad_tobago: 'trinidad',
  tobago: 'trinidad',
  jordan: 'jordan_country',
  hong_kong_sar_china: 'hong_kong',
  macao_sar_china: 'macao',
};
