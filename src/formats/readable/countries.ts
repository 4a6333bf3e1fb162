import { type Language, languages } from './labels.ts'

/** Names of countries in English, French, Dutch, German and Italian; written out, so that a document gives the same bytes. */
const table = `
1A Kosovo|Kosovo|Kosovo|Kosovo|Kosovo
AD Andorra|Andorre|Andorra|Andorra|Andorra
AE United Arab Emirates|Émirats arabes unis|Verenigde Arabische Emiraten|Vereinigte Arabische Emirate|Emirati Arabi Uniti
AF Afghanistan|Afghanistan|Afghanistan|Afghanistan|Afghanistan
AG Antigua & Barbuda|Antigua-et-Barbuda|Antigua en Barbuda|Antigua und Barbuda|Antigua e Barbuda
AI Anguilla|Anguilla|Anguilla|Anguilla|Anguilla
AL Albania|Albanie|Albanië|Albanien|Albania
AM Armenia|Arménie|Armenië|Armenien|Armenia
AO Angola|Angola|Angola|Angola|Angola
AQ Antarctica|Antarctique|Antarctica|Antarktis|Antartide
AR Argentina|Argentine|Argentinië|Argentinien|Argentina
AS American Samoa|Samoa américaines|Amerikaans-Samoa|Amerikanisch-Samoa|Samoa Americane
AT Austria|Autriche|Oostenrijk|Österreich|Austria
AU Australia|Australie|Australië|Australien|Australia
AW Aruba|Aruba|Aruba|Aruba|Aruba
AX Åland Islands|Îles Åland|Åland|Ålandinseln|Isole Åland
AZ Azerbaijan|Azerbaïdjan|Azerbeidzjan|Aserbaidschan|Azerbaigian
BA Bosnia & Herzegovina|Bosnie-Herzégovine|Bosnië en Herzegovina|Bosnien und Herzegowina|Bosnia ed Erzegovina
BB Barbados|Barbade|Barbados|Barbados|Barbados
BD Bangladesh|Bangladesh|Bangladesh|Bangladesch|Bangladesh
BE Belgium|Belgique|België|Belgien|Belgio
BF Burkina Faso|Burkina Faso|Burkina Faso|Burkina Faso|Burkina Faso
BG Bulgaria|Bulgarie|Bulgarije|Bulgarien|Bulgaria
BH Bahrain|Bahreïn|Bahrein|Bahrain|Bahrein
BI Burundi|Burundi|Burundi|Burundi|Burundi
BJ Benin|Bénin|Benin|Benin|Benin
BL St. Barthélemy|Saint-Barthélemy|Saint-Barthélemy|St. Barthélemy|Saint-Barthélemy
BM Bermuda|Bermudes|Bermuda|Bermuda|Bermuda
BN Brunei|Brunei|Brunei|Brunei Darussalam|Brunei
BO Bolivia|Bolivie|Bolivia|Bolivien|Bolivia
BQ Caribbean Netherlands|Pays-Bas caribéens|Caribisch Nederland|Karibische Niederlande|Caraibi Olandesi
BR Brazil|Brésil|Brazilië|Brasilien|Brasile
BS Bahamas|Bahamas|Bahama’s|Bahamas|Bahamas
BT Bhutan|Bhoutan|Bhutan|Bhutan|Bhutan
BV Bouvet Island|Île Bouvet|Bouveteiland|Bouvetinsel|Isola Bouvet
BW Botswana|Botswana|Botswana|Botsuana|Botswana
BY Belarus|Biélorussie|Belarus|Belarus|Bielorussia
BZ Belize|Belize|Belize|Belize|Belize
CA Canada|Canada|Canada|Kanada|Canada
CC Cocos (Keeling) Islands|Îles Cocos|Cocoseilanden|Kokosinseln|Isole Cocos (Keeling)
CD Congo - Kinshasa|Congo-Kinshasa|Congo-Kinshasa|Kongo-Kinshasa|Congo - Kinshasa
CF Central African Republic|République centrafricaine|Centraal-Afrikaanse Republiek|Zentralafrikanische Republik|Repubblica Centrafricana
CG Congo - Brazzaville|Congo-Brazzaville|Congo-Brazzaville|Kongo-Brazzaville|Congo-Brazzaville
CH Switzerland|Suisse|Zwitserland|Schweiz|Svizzera
CI Côte d’Ivoire|Côte d’Ivoire|Ivoorkust|Côte d’Ivoire|Costa d’Avorio
CK Cook Islands|Îles Cook|Cookeilanden|Cookinseln|Isole Cook
CL Chile|Chili|Chili|Chile|Cile
CM Cameroon|Cameroun|Kameroen|Kamerun|Camerun
CN China|Chine|China|China|Cina
CO Colombia|Colombie|Colombia|Kolumbien|Colombia
CR Costa Rica|Costa Rica|Costa Rica|Costa Rica|Costa Rica
CU Cuba|Cuba|Cuba|Kuba|Cuba
CV Cape Verde|Cap-Vert|Kaapverdië|Cabo Verde|Capo Verde
CW Curaçao|Curaçao|Curaçao|Curaçao|Curaçao
CX Christmas Island|Île Christmas|Christmaseiland|Weihnachtsinsel|Isola Christmas
CY Cyprus|Chypre|Cyprus|Zypern|Cipro
CZ Czechia|Tchéquie|Tsjechië|Tschechien|Cechia
DE Germany|Allemagne|Duitsland|Deutschland|Germania
DJ Djibouti|Djibouti|Djibouti|Dschibuti|Gibuti
DK Denmark|Danemark|Denemarken|Dänemark|Danimarca
DM Dominica|Dominique|Dominica|Dominica|Dominica
DO Dominican Republic|République dominicaine|Dominicaanse Republiek|Dominikanische Republik|Repubblica Dominicana
DZ Algeria|Algérie|Algerije|Algerien|Algeria
EC Ecuador|Équateur|Ecuador|Ecuador|Ecuador
EE Estonia|Estonie|Estland|Estland|Estonia
EG Egypt|Égypte|Egypte|Ägypten|Egitto
EH Western Sahara|Sahara occidental|Westelijke Sahara|Westsahara|Sahara Occidentale
ER Eritrea|Érythrée|Eritrea|Eritrea|Eritrea
ES Spain|Espagne|Spanje|Spanien|Spagna
ET Ethiopia|Éthiopie|Ethiopië|Äthiopien|Etiopia
FI Finland|Finlande|Finland|Finnland|Finlandia
FJ Fiji|Fidji|Fiji|Fidschi|Figi
FK Falkland Islands|Îles Malouines|Falklandeilanden|Falklandinseln|Isole Falkland
FM Micronesia|Micronésie|Micronesia|Mikronesien|Micronesia
FO Faroe Islands|Îles Féroé|Faeröer|Färöer|Isole Fær Øer
FR France|France|Frankrijk|Frankreich|Francia
GA Gabon|Gabon|Gabon|Gabun|Gabon
GB United Kingdom|Royaume-Uni|Verenigd Koninkrijk|Vereinigtes Königreich|Regno Unito
GD Grenada|Grenade|Grenada|Grenada|Grenada
GE Georgia|Géorgie|Georgië|Georgien|Georgia
GF French Guiana|Guyane française|Frans-Guyana|Französisch-Guayana|Guyana Francese
GG Guernsey|Guernesey|Guernsey|Guernsey|Guernsey
GH Ghana|Ghana|Ghana|Ghana|Ghana
GI Gibraltar|Gibraltar|Gibraltar|Gibraltar|Gibilterra
GL Greenland|Groenland|Groenland|Grönland|Groenlandia
GM Gambia|Gambie|Gambia|Gambia|Gambia
GN Guinea|Guinée|Guinee|Guinea|Guinea
GP Guadeloupe|Guadeloupe|Guadeloupe|Guadeloupe|Guadalupa
GQ Equatorial Guinea|Guinée équatoriale|Equatoriaal-Guinea|Äquatorialguinea|Guinea Equatoriale
GR Greece|Grèce|Griekenland|Griechenland|Grecia
GS South Georgia & South Sandwich Islands|Géorgie du Sud-et-les Îles Sandwich du Sud|Zuid-Georgia en Zuidelijke Sandwicheilanden|Südgeorgien und die Südlichen Sandwichinseln|Georgia del Sud e Sandwich Australi
GT Guatemala|Guatemala|Guatemala|Guatemala|Guatemala
GU Guam|Guam|Guam|Guam|Guam
GW Guinea-Bissau|Guinée-Bissau|Guinee-Bissau|Guinea-Bissau|Guinea-Bissau
GY Guyana|Guyana|Guyana|Guyana|Guyana
HK Hong Kong SAR China|R.A.S. chinoise de Hong Kong|Hongkong SAR van China|Sonderverwaltungsregion Hongkong|RAS di Hong Kong
HM Heard & McDonald Islands|Îles Heard-et-MacDonald|Heard en McDonaldeilanden|Heard und McDonaldinseln|Isole Heard e McDonald
HN Honduras|Honduras|Honduras|Honduras|Honduras
HR Croatia|Croatie|Kroatië|Kroatien|Croazia
HT Haiti|Haïti|Haïti|Haiti|Haiti
HU Hungary|Hongrie|Hongarije|Ungarn|Ungheria
ID Indonesia|Indonésie|Indonesië|Indonesien|Indonesia
IE Ireland|Irlande|Ierland|Irland|Irlanda
IL Israel|Israël|Israël|Israel|Israele
IM Isle of Man|Île de Man|Isle of Man|Isle of Man|Isola di Man
IN India|Inde|India|Indien|India
IO British Indian Ocean Territory|Territoire britannique de l’océan Indien|Brits Indische Oceaanterritorium|Britisches Territorium im Indischen Ozean|Territorio Britannico dell’Oceano Indiano
IQ Iraq|Irak|Irak|Irak|Iraq
IR Iran|Iran|Iran|Iran|Iran
IS Iceland|Islande|IJsland|Island|Islanda
IT Italy|Italie|Italië|Italien|Italia
JE Jersey|Jersey|Jersey|Jersey|Jersey
JM Jamaica|Jamaïque|Jamaica|Jamaika|Giamaica
JO Jordan|Jordanie|Jordanië|Jordanien|Giordania
JP Japan|Japon|Japan|Japan|Giappone
KE Kenya|Kenya|Kenia|Kenia|Kenya
KG Kyrgyzstan|Kirghizstan|Kirgizië|Kirgisistan|Kirghizistan
KH Cambodia|Cambodge|Cambodja|Kambodscha|Cambogia
KI Kiribati|Kiribati|Kiribati|Kiribati|Kiribati
KM Comoros|Comores|Comoren|Komoren|Comore
KN St. Kitts & Nevis|Saint-Christophe-et-Niévès|Saint Kitts en Nevis|St. Kitts und Nevis|Saint Kitts e Nevis
KP North Korea|Corée du Nord|Noord-Korea|Nordkorea|Corea del Nord
KR South Korea|Corée du Sud|Zuid-Korea|Südkorea|Corea del Sud
KW Kuwait|Koweït|Koeweit|Kuwait|Kuwait
KY Cayman Islands|Îles Caïmans|Kaaimaneilanden|Kaimaninseln|Isole Cayman
KZ Kazakhstan|Kazakhstan|Kazachstan|Kasachstan|Kazakistan
LA Laos|Laos|Laos|Laos|Laos
LB Lebanon|Liban|Libanon|Libanon|Libano
LC St. Lucia|Sainte-Lucie|Saint Lucia|St. Lucia|Saint Lucia
LI Liechtenstein|Liechtenstein|Liechtenstein|Liechtenstein|Liechtenstein
LK Sri Lanka|Sri Lanka|Sri Lanka|Sri Lanka|Sri Lanka
LR Liberia|Liberia|Liberia|Liberia|Liberia
LS Lesotho|Lesotho|Lesotho|Lesotho|Lesotho
LT Lithuania|Lituanie|Litouwen|Litauen|Lituania
LU Luxembourg|Luxembourg|Luxemburg|Luxemburg|Lussemburgo
LV Latvia|Lettonie|Letland|Lettland|Lettonia
LY Libya|Libye|Libië|Libyen|Libia
MA Morocco|Maroc|Marokko|Marokko|Marocco
MC Monaco|Monaco|Monaco|Monaco|Monaco
MD Moldova|Moldavie|Moldavië|Republik Moldau|Moldavia
ME Montenegro|Monténégro|Montenegro|Montenegro|Montenegro
MF St. Martin|Saint-Martin|Saint-Martin|St. Martin|Saint Martin
MG Madagascar|Madagascar|Madagaskar|Madagaskar|Madagascar
MH Marshall Islands|Îles Marshall|Marshalleilanden|Marshallinseln|Isole Marshall
MK North Macedonia|Macédoine du Nord|Noord-Macedonië|Nordmazedonien|Macedonia del Nord
ML Mali|Mali|Mali|Mali|Mali
MM Myanmar (Burma)|Myanmar (Birmanie)|Myanmar (Birma)|Myanmar|Myanmar (Birmania)
MN Mongolia|Mongolie|Mongolië|Mongolei|Mongolia
MO Macao SAR China|R.A.S. chinoise de Macao|Macau SAR van China|Sonderverwaltungsregion Macau|RAS di Macao
MP Northern Mariana Islands|Îles Mariannes du Nord|Noordelijke Marianen|Nördliche Marianen|Isole Marianne Settentrionali
MQ Martinique|Martinique|Martinique|Martinique|Martinica
MR Mauritania|Mauritanie|Mauritanië|Mauretanien|Mauritania
MS Montserrat|Montserrat|Montserrat|Montserrat|Montserrat
MT Malta|Malte|Malta|Malta|Malta
MU Mauritius|Maurice|Mauritius|Mauritius|Mauritius
MV Maldives|Maldives|Maldiven|Malediven|Maldive
MW Malawi|Malawi|Malawi|Malawi|Malawi
MX Mexico|Mexique|Mexico|Mexiko|Messico
MY Malaysia|Malaisie|Maleisië|Malaysia|Malaysia
MZ Mozambique|Mozambique|Mozambique|Mosambik|Mozambico
NA Namibia|Namibie|Namibië|Namibia|Namibia
NC New Caledonia|Nouvelle-Calédonie|Nieuw-Caledonië|Neukaledonien|Nuova Caledonia
NE Niger|Niger|Niger|Niger|Niger
NF Norfolk Island|Île Norfolk|Norfolk|Norfolkinsel|Isola Norfolk
NG Nigeria|Nigeria|Nigeria|Nigeria|Nigeria
NI Nicaragua|Nicaragua|Nicaragua|Nicaragua|Nicaragua
NL Netherlands|Pays-Bas|Nederland|Niederlande|Paesi Bassi
NO Norway|Norvège|Noorwegen|Norwegen|Norvegia
NP Nepal|Népal|Nepal|Nepal|Nepal
NR Nauru|Nauru|Nauru|Nauru|Nauru
NU Niue|Niue|Niue|Niue|Niue
NZ New Zealand|Nouvelle-Zélande|Nieuw-Zeeland|Neuseeland|Nuova Zelanda
OM Oman|Oman|Oman|Oman|Oman
PA Panama|Panama|Panama|Panama|Panama
PE Peru|Pérou|Peru|Peru|Perù
PF French Polynesia|Polynésie française|Frans-Polynesië|Französisch-Polynesien|Polinesia Francese
PG Papua New Guinea|Papouasie-Nouvelle-Guinée|Papoea-Nieuw-Guinea|Papua-Neuguinea|Papua Nuova Guinea
PH Philippines|Philippines|Filipijnen|Philippinen|Filippine
PK Pakistan|Pakistan|Pakistan|Pakistan|Pakistan
PL Poland|Pologne|Polen|Polen|Polonia
PM St. Pierre & Miquelon|Saint-Pierre-et-Miquelon|Saint-Pierre en Miquelon|St. Pierre und Miquelon|Saint-Pierre e Miquelon
PN Pitcairn Islands|Îles Pitcairn|Pitcairneilanden|Pitcairninseln|Isole Pitcairn
PR Puerto Rico|Porto Rico|Puerto Rico|Puerto Rico|Portorico
PS Palestinian Territories|Territoires palestiniens|Palestijnse gebieden|Palästinensische Autonomiegebiete|Territori Palestinesi
PT Portugal|Portugal|Portugal|Portugal|Portogallo
PW Palau|Palaos|Palau|Palau|Palau
PY Paraguay|Paraguay|Paraguay|Paraguay|Paraguay
QA Qatar|Qatar|Qatar|Katar|Qatar
RE Réunion|La Réunion|Réunion|Réunion|Riunione
RO Romania|Roumanie|Roemenië|Rumänien|Romania
RS Serbia|Serbie|Servië|Serbien|Serbia
RU Russia|Russie|Rusland|Russland|Russia
RW Rwanda|Rwanda|Rwanda|Ruanda|Ruanda
SA Saudi Arabia|Arabie saoudite|Saoedi-Arabië|Saudi-Arabien|Arabia Saudita
SB Solomon Islands|Îles Salomon|Salomonseilanden|Salomonen|Isole Salomone
SC Seychelles|Seychelles|Seychellen|Seychellen|Seychelles
SD Sudan|Soudan|Soedan|Sudan|Sudan
SE Sweden|Suède|Zweden|Schweden|Svezia
SG Singapore|Singapour|Singapore|Singapur|Singapore
SH St. Helena|Sainte-Hélène|Sint-Helena|St. Helena|Sant’Elena
SI Slovenia|Slovénie|Slovenië|Slowenien|Slovenia
SJ Svalbard & Jan Mayen|Svalbard et Jan Mayen|Spitsbergen en Jan Mayen|Spitzbergen und Jan Mayen|Svalbard e Jan Mayen
SK Slovakia|Slovaquie|Slowakije|Slowakei|Slovacchia
SL Sierra Leone|Sierra Leone|Sierra Leone|Sierra Leone|Sierra Leone
SM San Marino|Saint-Marin|San Marino|San Marino|San Marino
SN Senegal|Sénégal|Senegal|Senegal|Senegal
SO Somalia|Somalie|Somalië|Somalia|Somalia
SR Suriname|Suriname|Suriname|Suriname|Suriname
SS South Sudan|Soudan du Sud|Zuid-Soedan|Südsudan|Sud Sudan
ST São Tomé & Príncipe|Sao Tomé-et-Principe|Sao Tomé en Principe|São Tomé und Príncipe|São Tomé e Príncipe
SV El Salvador|Salvador|El Salvador|El Salvador|El Salvador
SX Sint Maarten|Saint-Martin (partie néerlandaise)|Sint-Maarten|Sint Maarten|Sint Maarten
SY Syria|Syrie|Syrië|Syrien|Siria
SZ Eswatini|Eswatini|Eswatini|Eswatini|Eswatini
TC Turks & Caicos Islands|Îles Turques-et-Caïques|Turks- en Caicoseilanden|Turks- und Caicosinseln|Isole Turks e Caicos
TD Chad|Tchad|Tsjaad|Tschad|Ciad
TF French Southern Territories|Terres australes françaises|Franse Gebieden in de zuidelijke Indische Oceaan|Französische Süd- und Antarktisgebiete|Terre Australi Francesi
TG Togo|Togo|Togo|Togo|Togo
TH Thailand|Thaïlande|Thailand|Thailand|Thailandia
TJ Tajikistan|Tadjikistan|Tadzjikistan|Tadschikistan|Tagikistan
TK Tokelau|Tokelau|Tokelau|Tokelau|Tokelau
TL Timor-Leste|Timor oriental|Oost-Timor|Timor-Leste|Timor Est
TM Turkmenistan|Turkménistan|Turkmenistan|Turkmenistan|Turkmenistan
TN Tunisia|Tunisie|Tunesië|Tunesien|Tunisia
TO Tonga|Tonga|Tonga|Tonga|Tonga
TR Türkiye|Turquie|Turkije|Türkei|Turchia
TT Trinidad & Tobago|Trinité-et-Tobago|Trinidad en Tobago|Trinidad und Tobago|Trinidad e Tobago
TV Tuvalu|Tuvalu|Tuvalu|Tuvalu|Tuvalu
TW Taiwan|Taïwan|Taiwan|Taiwan|Taiwan
TZ Tanzania|Tanzanie|Tanzania|Tansania|Tanzania
UA Ukraine|Ukraine|Oekraïne|Ukraine|Ucraina
UG Uganda|Ouganda|Oeganda|Uganda|Uganda
UM U.S. Outlying Islands|Îles mineures éloignées des États-Unis|Kleine afgelegen eilanden van de Verenigde Staten|Amerikanische Überseeinseln|Isole Minori Esterne degli Stati Uniti
US United States|États-Unis|Verenigde Staten|Vereinigte Staaten|Stati Uniti
UY Uruguay|Uruguay|Uruguay|Uruguay|Uruguay
UZ Uzbekistan|Ouzbékistan|Oezbekistan|Usbekistan|Uzbekistan
VA Vatican City|État de la Cité du Vatican|Vaticaanstad|Vatikanstadt|Città del Vaticano
VC St. Vincent & Grenadines|Saint-Vincent-et-les Grenadines|Saint Vincent en de Grenadines|St. Vincent und die Grenadinen|Saint Vincent e Grenadine
VE Venezuela|Venezuela|Venezuela|Venezuela|Venezuela
VG British Virgin Islands|Îles Vierges britanniques|Britse Maagdeneilanden|Britische Jungferninseln|Isole Vergini Britanniche
VI U.S. Virgin Islands|Îles Vierges des États-Unis|Amerikaanse Maagdeneilanden|Amerikanische Jungferninseln|Isole Vergini Americane
VN Vietnam|Viêt Nam|Vietnam|Vietnam|Vietnam
VU Vanuatu|Vanuatu|Vanuatu|Vanuatu|Vanuatu
WF Wallis & Futuna|Wallis-et-Futuna|Wallis en Futuna|Wallis und Futuna|Wallis e Futuna
WS Samoa|Samoa|Samoa|Samoa|Samoa
XI Northern Ireland|Irlande du Nord|Noord-Ierland|Nordirland|Irlanda del Nord
YE Yemen|Yémen|Jemen|Jemen|Yemen
YT Mayotte|Mayotte|Mayotte|Mayotte|Mayotte
ZA South Africa|Afrique du Sud|Zuid-Afrika|Südafrika|Sudafrica
ZM Zambia|Zambie|Zambia|Sambia|Zambia
ZW Zimbabwe|Zimbabwe|Zimbabwe|Simbabwe|Zimbabwe
1A Kosovo|Kosovo|Kosovo|Kosovo|Kosovo
CD Congo - Kinshasa|Congo-Kinshasa|Congo-Kinshasa|Kongo-Kinshasa|Congo - Kinshasa
GF French Guiana|Guyane française|Frans-Guyana|Französisch-Guayana|Guyana Francese
KN St. Kitts & Nevis|Saint-Christophe-et-Niévès|Saint Kitts en Nevis|St. Kitts und Nevis|Saint Kitts e Nevis
NA Namibia|Namibie|Namibië|Namibia|Namibia
SI Slovenia|Slovénie|Slovenië|Slowenien|Slovenia
VI U.S. Virgin Islands|Îles Vierges des États-Unis|Amerikaanse Maagdeneilanden|Amerikanische Jungferninseln|Isole Vergini Americane
`

let names: Map<string, readonly string[]> | undefined

/** The name of a country; a code that is none is shown as it is. */
export const showCountry = (code: string, language: Language): string => {
  names ??= new Map(
    table
      .trim()
      .split('\n')
      .map((row) => [row.slice(0, 2), row.slice(3).split('|')]),
  )
  return names.get(code)?.[languages.indexOf(language)] ?? code
}
