/** Questions that people ask again and again, with the tools that answer them. */
interface Prompt {
  title: string
  description: string
  argument?: { name: string; description: string }
  text: (value: string) => string
}

export const prompts: Readonly<Record<string, Prompt>> = {
  send_invoice: {
    title: 'Write and send an invoice',
    description: 'Asks for what is missing, checks the invoice, shows it and sends it when you agree.',
    argument: { name: 'about', description: 'To whom, for what and how much, in your words.' },
    text: (about) =>
      `Write an invoice: ${about}\nFind the recipient with list_partners or search_directory, and ask me for what is missing. ` +
      'Check it with validate_document and mend what it finds. Show me the totals, and send it with send_document only when I agree.',
  },
  explain_delivery: {
    title: 'Why has a document not arrived',
    description: 'Reads the attempts of a delivery and says what to do.',
    argument: { name: 'documentId', description: 'The document: its identifier, or `number:<number>`.' },
    text: (documentId) =>
      `Why has the document ${documentId} not arrived? Read it with find_documents and list_delivery_attempts, ask verify_recipient ` +
      'about its recipient, and tell me in plain words what happened, who can mend it and how.',
  },
  what_is_due: {
    title: 'What is due',
    description: 'Who owes what since when, and what has to be paid.',
    text: () =>
      'Read read_ageing for both sides. Tell me who owes us what and since when, what we have to pay this week, and which ' +
      'documents are disputed. Propose a reminder for each customer who is late by more than two weeks; send nothing.',
  },
}
