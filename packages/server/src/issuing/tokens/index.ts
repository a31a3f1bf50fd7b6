export { type ControlsOfToken, readStoredControls } from './controls-of-token.ts';
export { toControlsResponse } from './controls-response.ts';
export { followCardStatus } from './follow-card-status.ts';
export { templateProblem } from './notification-text.ts';
export { readTokensOfCard } from './read-tokens-of-card.ts';
export { readRequestedControls } from './requested-controls.ts';
export { tokenOperations } from './token-operations.ts';
