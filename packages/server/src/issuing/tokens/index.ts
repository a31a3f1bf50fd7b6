export { followCardStatus } from './follow-card-status.ts';
export { templateProblem } from './notification-text.ts';
export { readTokensOfCard } from './read-tokens-of-card.ts';
export { tokenOperations } from './token-operations.ts';
