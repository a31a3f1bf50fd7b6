import type { StartBacktest } from '@cardwright/contract';
import type { TokenOfBank } from './bank-history-store.ts';

type Proposal = StartBacktest['proposal'];

/** Returns the references of the tokens whose controls a proposal has, in order. */
export function tokensOfProposal({ tokenControls = [] }: Proposal): string[] {
  return tokenControls.map(({ token_reference: reference }) => reference.toLowerCase());
}

/** Returns the proposal for one account, with the controls of only its own tokens. */
export function proposalForAccount(
  proposal: Proposal,
  accountId: bigint,
  tokens: ReadonlyMap<string, TokenOfBank>,
): Proposal {
  const { tokenControls, ...others } = proposal;
  if (tokenControls === undefined) return proposal;
  const ofAccount = tokenControls.filter(
    ({ token_reference: reference }) => tokens.get(reference.toLowerCase())?.accountId === accountId,
  );
  return { ...others, tokenControls: ofAccount };
}
