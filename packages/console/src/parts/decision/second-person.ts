import { type ChangeKind, RULE_REASON_LENGTH } from '@cardwright/contract';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import type { ConfirmAction } from './confirm-dialog.tsx';

/** The kinds of changes for which the person's bank requires a second person. */
export function useKindsForSecondPerson(): readonly ChangeKind[] {
  return useSession().house.second_person ?? [];
}

/**
 * Turns a change into a request for it, with a mandatory reason, if the bank requires a second person for the kind.
 * `ALWAYS` is a change that needs one in any configuration.
 */
export function useSecondPerson(): (kind: ChangeKind | 'ALWAYS' | undefined, act: ConfirmAction) => ConfirmAction {
  const { t } = useWords();
  const required = useKindsForSecondPerson();
  return (kind, act) => {
    if (kind === undefined || (kind !== 'ALWAYS' && !required.includes(kind))) return act;
    const { mayLeaveReason: _, ...rest } = act;
    return {
      ...rest,
      effects: [...act.effects, t('approvals.effect')],
      verb: t('approvals.propose'),
      reasonLength: RULE_REASON_LENGTH,
    };
  };
}
