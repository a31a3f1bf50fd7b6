import type { AccountChange } from '@cardwright/server/internal/issuing/accounts/account-change-store';
import type { TokenFact } from '@cardwright/server/internal/issuing/authorization/decision/facts';
import type { ControlsOfToken } from '@cardwright/server/internal/issuing/tokens/controls/controls-of-token';
import type { ModelMessage } from '../../world/model/model-message.ts';
import type { ModelTokenControls } from '../../world/model/model-token-controls.ts';
import { MODEL_TOKEN } from '../../world/model/model-trace.ts';

/** Returns the token that a message names, in the form in which decisions use it. */
export function tokenFactOf({ token, tokenControls }: ModelMessage): TokenFact | undefined {
  if (token === undefined) return undefined;
  return { reference: MODEL_TOKEN, state: token, controls: tokenControls && controlsOf(tokenControls) };
}

function controlsOf({ validUntilMs, maxMinor, ...lists }: ModelTokenControls): ControlsOfToken {
  return {
    ...(validUntilMs !== undefined && { validUntil: new Date(validUntilMs).toISOString() }),
    ...(maxMinor !== undefined && { maxMinor: String(maxMinor) }),
    ...lists,
  };
}

/** For a moment whose description leaves out the controls of tokens. */
export const NO_TOKENS = { tokenControls: new Map<string, ControlsOfToken>() };

/** The change that gave the token its controls. */
export function controlsChange(card: number, { reference, controls }: TokenFact): AccountChange {
  return { kind: 'TOKEN_CONTROLS', cardId: String(card), reference, controls: controls ?? null };
}
