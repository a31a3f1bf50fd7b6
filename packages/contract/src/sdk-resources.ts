/** Resources of the SDK's client with their descriptions, in their order in the client. */
export const SDK_RESOURCES = {
  clients: 'Clients of the bank.',
  accounts: 'Accounts of clients.',
  cards: 'Cards of accounts.',
  cardSettings: 'Switches and limits of the cards of an account.',
  embossing: 'Files for the card bureau.',
  restrictions: 'Restrictions of a card.',
  insurances: 'Insurance programs of a card.',
  limits: 'Custom limits of accounts and cards.',
  authorizations: 'Messages of a card network and their decisions.',
  authorizationViews: 'Views of decisions that the people of a role share.',
  backtests: 'Backtests of other settings on the past messages of the bank.',
  merchantLists: 'Named lists of merchants and of merchant categories.',
  rules: 'Decision rules of the bank.',
  programs: 'Defaults and limits of a product for its accounts.',
  tokens: 'Tokens of cards in wallets.',
  tokenNotifications: 'Token notifications that a bank receives.',
  webhookEndpoints: 'Endpoints that receive events.',
  events: 'Events of the caller, whether or not an endpoint receives them.',
  audit: 'The audit log.',
  contractWarnings: 'Accepted deviations of requests from the interface.',
  merchants: 'Merchants of an acquirer.',
  merchantApplications: 'Applications of merchants and their review.',
  merchantDrafts: 'Merchants that are not submitted yet.',
  denyList: 'Names that an acquirer does not onboard.',
  onboardingRules: 'Rules of an acquirer for onboarding merchants.',
  configuration: 'The configuration of the bank as a whole.',
  changeRequests: 'Changes that await approval by a second person.',
  tasks: 'Tasks of a person or a role.',
  exports: 'Files with all entries of a list.',
  people: "People who work at the caller's bank or acquirer.",
  sessions: 'Sessions of people.',
} as const;

export type SdkResource = keyof typeof SDK_RESOURCES;
/** A method of the SDK's client: `cards.create`. */
export type SdkMethodName = `${SdkResource}.${string}`;
