/** What is counted: one and more of it, in English and in French. */
export const counted = {
  documents: [
    ['{count} document', '{count} documents'],
    ['{count} document', '{count} documents'],
  ],
  selected: [
    ['{count} selected', '{count} selected'],
    ['{count} sélectionné', '{count} sélectionnés'],
  ],
  fresh: [
    ['{count} new or changed', '{count} new or changed'],
    ['{count} nouveau ou modifié', '{count} nouveaux ou modifiés'],
  ],
  unchanged: [
    ['{count} could not be changed', '{count} could not be changed'],
    ['{count} n’a pas pu être modifié', '{count} n’ont pas pu être modifiés'],
  ],
  done: [
    ['{count} document changed', '{count} documents changed'],
    ['{count} document modifié', '{count} documents modifiés'],
  ],
} as const
