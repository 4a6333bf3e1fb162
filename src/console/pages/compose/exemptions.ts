/** Why no VAT is due, by category: the codes of the list VATEX that people meet. A reason may also be written. */
import type { VatCategory } from '#operations'

type About = readonly [en: string, fr: string]

const reasons: Readonly<Partial<Record<VatCategory, Readonly<Record<string, About>>>>> = {
  AE: { 'VATEX-EU-AE': ['The buyer owes the VAT', 'La TVA est due par l’acheteur'] },
  K: { 'VATEX-EU-IC': ['Supply to another country of the Union', 'Livraison vers un autre pays de l’Union'] },
  G: { 'VATEX-EU-G': ['Export out of the Union', 'Exportation hors de l’Union'] },
  O: { 'VATEX-EU-O': ['Not subject to VAT', 'Hors du champ de la TVA'] },
  E: {
    'VATEX-EU-132': ['In the public interest (art. 132)', 'Intérêt général (art. 132)'],
    'VATEX-EU-132-1B': ['Hospitals and medical care (art. 132)', 'Hôpitaux et soins médicaux (art. 132)'],
    'VATEX-EU-132-1I': ['Education (art. 132)', 'Enseignement (art. 132)'],
    'VATEX-EU-143': ['Import (art. 143)', 'Importation (art. 143)'],
    'VATEX-EU-148': ['Ships and aircraft (art. 148)', 'Navires et aéronefs (art. 148)'],
    'VATEX-EU-151': ['Diplomats and international bodies (art. 151)', 'Diplomates et organismes (art. 151)'],
    'VATEX-EU-309': ['Travel agents outside the Union (art. 309)', 'Voyages hors de l’Union (art. 309)'],
    'VATEX-EU-D': ['Travel agents: margin', 'Agences de voyages : marge'],
    'VATEX-EU-F': ['Second-hand goods: margin', 'Biens d’occasion : marge'],
    'VATEX-EU-I': ['Works of art: margin', 'Œuvres d’art : marge'],
    'VATEX-EU-J': ['Antiques: margin', 'Antiquités : marge'],
    'VATEX-FR-FRANCHISE': ['France: small business', 'France : franchise en base'],
  },
}

export const namesOf = (category: VatCategory): Readonly<Record<string, About>> => reasons[category] ?? {}
export const reasonsOf = (category: VatCategory): readonly string[] => Object.keys(namesOf(category))
