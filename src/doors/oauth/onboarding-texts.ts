/** What the onboarding page says, in each language. */
const english = {
  title: (company: string) => `Confirm ${company}`,
  intro: (mandatary: string) =>
    `${mandatary} exchanges electronic invoices for your company. Please check its data and sign the mandate.`,
  once: 'This link works once. Nothing has happened yet.',
  company: 'Company',
  vatNumber: 'VAT number',
  participant: 'Participant id',
  street: 'Street and number',
  postalCode: 'Post code',
  city: 'Town',
  country: 'Country',
  mandate: 'Mandate',
  text: (company: string, vat: string, peppolId: string, mandatary: string) =>
    `I am entitled to represent ${company} (${vat}). I mandate ${mandatary} to send and receive electronic documents ` +
    `in its name, and to register it with the participant id ${peppolId}.`,
  name: 'Your name',
  role: 'Your position in the company',
  agree: 'I have read the mandate and sign it.',
  sign: 'Sign',
  done: 'Thank you',
  doneText: 'The mandate is signed. You can close this page.',
  incomplete: 'Please fill in everything, and tick that you sign the mandate.',
}

const french: typeof english = {
  title: (company) => `Confirmer ${company}`,
  intro: (mandatary) =>
    `${mandatary} échange des factures électroniques pour votre entreprise. Vérifiez les données et signez le mandat.`,
  once: 'Ce lien fonctionne une seule fois. Rien ne s’est encore passé.',
  company: 'Entreprise',
  vatNumber: 'Numéro de TVA',
  participant: 'Identifiant de participant',
  street: 'Rue et numéro',
  postalCode: 'Code postal',
  city: 'Ville',
  country: 'Pays',
  mandate: 'Mandat',
  text: (company, vat, peppolId, mandatary) =>
    `J’ai qualité pour représenter ${company} (${vat}). Je donne mandat à ${mandatary} d’émettre et de recevoir des ` +
    `documents électroniques en son nom et de l’inscrire avec l’identifiant de participant ${peppolId}.`,
  name: 'Votre nom',
  role: 'Votre fonction dans l’entreprise',
  agree: 'J’ai lu le mandat et je le signe.',
  sign: 'Signer',
  done: 'Merci',
  doneText: 'Le mandat est signé. Vous pouvez fermer cette page.',
  incomplete: 'Veuillez tout remplir et cocher que vous signez le mandat.',
}

export type OnboardingWords = typeof english
export const onboardingWords: Readonly<Record<'en' | 'fr', OnboardingWords>> = { en: english, fr: french }
