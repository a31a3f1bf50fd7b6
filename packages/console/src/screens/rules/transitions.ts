import type { BankRule, RuleVersion } from '@cardwright/contract';
import { isRunning } from '../../parts/bank-run/bank-run-queries.ts';
import type { WordKey } from '../../words/en.ts';

/** The transitions of a version. Rejecting a proposal ends it, as retiring does. */
export type Transition = 'shadow' | 'propose' | 'approve' | 'reject' | 'retire';

interface Person {
  readonly subject: string;
  readonly mayWrite: boolean;
  readonly mayApprove: boolean;
}

interface Moves {
  readonly moves: readonly Transition[];
  /** The reason why the next step is not available to this person, or not yet. */
  readonly why?: WordKey;
}

/** The transitions that a person can make, by the same rules as on the server (docs/interface/rules.md#states). */
export function transitionsOf(version: RuleVersion, backtest: BankRule['backtest'], person: Person): Moves {
  const { mayWrite } = person;
  switch (version.state) {
    case 'DRAFT':
      return mayWrite ? { moves: ['shadow', 'retire'] } : { moves: [], why: 'rule.whyWriters' };
    case 'SHADOW':
      return mayWrite ? { moves: ['propose', 'retire'] } : { moves: [], why: 'rule.whyWriters' };
    case 'PROPOSED':
      return movesOfProposal(version, backtest, person);
    case 'LIVE':
      return { moves: mayWrite ? ['retire'] : [] };
    default:
      return { moves: [] };
  }
}

function movesOfProposal(version: RuleVersion, backtest: BankRule['backtest'], person: Person): Moves {
  const { subject, mayWrite, mayApprove } = person;
  const reject: readonly Transition[] = mayWrite || mayApprove ? ['reject'] : [];
  const isBroken = backtest !== undefined && backtest.state !== 'DONE' && !isRunning(backtest);
  if (isBroken) return { moves: mayWrite ? ['propose', ...reject] : [], why: 'rule.whyBroken' };
  if ([version.created_by, version.proposed_by].includes(subject)) return { moves: reject, why: 'rule.whyOwn' };
  if (!mayApprove) return { moves: reject, why: 'rule.whyApprovers' };
  if (backtest?.state !== 'DONE') return { moves: reject, why: 'rule.whyRuns' };
  return { moves: ['approve', ...reject] };
}
