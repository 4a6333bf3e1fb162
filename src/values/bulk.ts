/** The words of bulk operations, which events and answers share. */
export const bulkKinds = {
  export: 'Rows of a list are written into a file.',
  send: 'Documents of a file are sent.',
  organization: 'Everything that the organization has is written into an archive.',
} as const

export const bulkStatuses = {
  running: 'The operation goes on.',
  cancelling: 'Somebody has cancelled it, and it is about to end.',
  completed: 'Everything is done, and the result is complete.',
  cancelled: 'It was cancelled. The result has what was done until then.',
  failed: 'It could not go on: `error` says why. The result has what was done until then.',
} as const

export const bulkFormats = {
  jsonl: 'One JSON object in each line.',
  csv: 'Comma-separated values with a header, as in RFC 4180. Fields of objects have names like `company.name`.',
  zip: 'An archive. Only the export of an organization has this format.',
} as const
