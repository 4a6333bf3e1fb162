/** Common units of Recommendation 20 as people write them; others are shown by their code. */
const units: Readonly<Record<string, readonly [en: string, fr: string, nl: string, de: string, it: string]>> = {
  C62: ['', '', '', '', ''],
  H87: ['pc', 'pce', 'st', 'Stk', 'pz'],
  EA: ['ea', 'pce', 'st', 'Stk', 'pz'],
  HUR: ['h', 'h', 'u', 'Std', 'h'],
  DAY: ['d', 'j', 'd', 'Tag', 'g'],
  WEE: ['wk', 'sem', 'wk', 'Wo', 'sett'],
  MON: ['mo', 'mois', 'mnd', 'Mon', 'mese'],
  ANN: ['yr', 'an', 'jr', 'Jahr', 'anno'],
  KGM: ['kg', 'kg', 'kg', 'kg', 'kg'],
  GRM: ['g', 'g', 'g', 'g', 'g'],
  TNE: ['t', 't', 't', 't', 't'],
  LTR: ['l', 'l', 'l', 'l', 'l'],
  MTR: ['m', 'm', 'm', 'm', 'm'],
  MTK: ['m²', 'm²', 'm²', 'm²', 'm²'],
  MTQ: ['m³', 'm³', 'm³', 'm³', 'm³'],
  KWH: ['kWh', 'kWh', 'kWh', 'kWh', 'kWh'],
  KMT: ['km', 'km', 'km', 'km', 'km'],
  P1: ['%', '%', '%', '%', '%'],
  XPP: ['pc', 'pce', 'st', 'Stk', 'pz'],
}

export const showUnit = (code: string | undefined, languageColumn: number): string =>
  code === undefined ? '' : (units[code]?.[languageColumn] ?? code)
