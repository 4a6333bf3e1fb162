/** What people do with the paths of REST: the parts of the reference, in the order in which they are read. */
export const sections = {
  Companies: 'Register companies, publish them on the network, and prove that they are yours.',
  Directory: 'Find out who can receive, and what.',
  Send: 'Validate documents and send them.',
  Documents: 'Find and read documents that were sent or received, with their files, attempts and notes.',
  Lifecycle: 'Say what becomes of a document: approve, dispute, reject, pay.',
  Payments: 'Record payments, write payment orders, and match bank statements.',
  'Reports to authorities': 'What the French and Italian authorities are told, and e-reporting.',
  Webhooks: 'Have events posted to your address.',
  Events: 'Read the feed of events, or follow it live.',
  Partners: 'Keep the companies that you trade with.',
  Tags: 'Put documents and partners into groups of your own.',
  Statistics: 'Count documents by day, kind and status.',
  'Shops and carts': 'Order in the shop of a supplier (punch-out).',
  'Bulk operations': 'Send, export and move very many documents.',
  'API keys': 'Make, rotate and revoke keys.',
  Organization: 'Your organization, its members and its end.',
  Platforms: 'Take in companies of your customers, with limits, domains and a brand of your own.',
  'Programs and agents': 'Let programs in by consent, by handoff or as a device (OAuth 2.1).',
  'Changing platforms': 'Take a company to another platform, or from it.',
  'Request logs': 'What was asked and answered, and how to repeat it.',
  Account: 'Who you are for this service.',
  Sandbox: 'Make a sandbox, play stories, and move the clock.',
  Health: 'Whether the service is well.',
} as const

/** The services of the norm have documents of their own. */
export type Section = keyof typeof sections | 'Flow Service' | 'Directory Service'
