/** Numbers of the sandbox that make its network fail on purpose, with what each does. */
export const endings = [
  ['400', ['is not registered', 'n’est pas inscrit']],
  ['410', ['accepts only orders', 'n’accepte que des commandes']],
  ['420', ['its access point rejects the message', 'son point d’accès refuse le message']],
  ['421', ['its access point cannot read the header', 'son point d’accès ne lit pas l’en-tête']],
  ['430', ['can never be reached', 'n’est jamais joignable']],
  ['431', ['cannot be reached the first time', 'n’est pas joignable la première fois']],
  ['433', ['cannot be reached the first three times', 'n’est pas joignable les trois premières fois']],
  ['440', ['accepts, but its answer is lost', 'accepte, mais sa réponse se perd']],
  ['441', ['accepts, but answers too late', 'accepte, mais répond trop tard']],
  ['442', ['accepts, and confirms the delivery later', 'accepte, et confirme la remise plus tard']],
  ['443', ['accepts, then rejects by a status message', 'accepte, puis refuse par un message de statut']],
] as const
