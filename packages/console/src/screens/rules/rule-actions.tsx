import { type BankRule, RULE_REASON_LENGTH, type RuleVersion } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { useSecondPerson } from '../../parts/decision/second-person.ts';
import { useHasScope, useSession } from '../../session/session.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { useRuleChanges } from './rule-queries.ts';
import classes from './rules.module.css';
import { type Transition, transitionsOf } from './transitions.ts';

interface MoveWords {
  readonly verb: WordKey;
  readonly title: WordKey;
  readonly effects: readonly WordKey[];
}

const MOVE_WORDS: Readonly<Record<Transition, MoveWords>> = {
  shadow: { verb: 'rule.try', title: 'rule.tryTitle', effects: ['rule.tryEffect', 'rule.tryEffect2'] },
  propose: { verb: 'rule.propose', title: 'rule.proposeTitle', effects: ['rule.proposeEffect', 'rule.proposeEffect2'] },
  approve: { verb: 'rule.approve', title: 'rule.approveTitle', effects: ['rule.approveEffect', 'rule.approveEffect2'] },
  reject: { verb: 'rule.reject', title: 'rule.rejectTitle', effects: ['rule.rejectEffect', 'rule.newVersionAfter'] },
  retire: { verb: 'rule.retire', title: 'rule.retireTitle', effects: ['rule.retireEffect', 'rule.newVersionAfter'] },
};

/** Shows what this person can do with the version, or why another person has to do it. */
export function RuleActions({ rule, displayed }: { rule: BankRule; displayed: RuleVersion }) {
  const { t } = useWords();
  const { subject } = useSession();
  const mayWrite = useHasScope('programs:write');
  const mayApprove = useHasScope('rules:approve');
  const changes = useRuleChanges();
  const second = useSecondPerson();
  const [move, setMove] = useState<Transition>();
  const { moves, why } = transitionsOf(displayed, rule.backtest, { subject, mayWrite, mayApprove });
  const act = (to: Transition): ConfirmAction => {
    const { verb, title, effects } = MOVE_WORDS[to];
    const carryOut = changes[to === 'reject' ? 'retire' : to];
    const isFinal = to === 'reject' || to === 'retire';
    const takesReason = isFinal || to === 'approve';
    const action: ConfirmAction = {
      title: t(title, { name: rule.name, version: displayed.version }),
      effects: effects.map((effect) => t(effect)),
      verb: t(verb),
      ...(isFinal && { cannotBeUndone: true }),
      ...(takesReason && { reasonLength: RULE_REASON_LENGTH, mayLeaveReason: true }),
      carryOut: (reason) => carryOut(rule.rule_id, displayed.version, reason),
    };
    return to === 'retire' && displayed.state === 'LIVE' ? second('rule.retire', action) : action;
  };
  return (
    <>
      {why !== undefined && <p className={classes.why}>{t(why)}</p>}
      {moves.length > 0 && (
        <div className={classes.moves}>
          {moves.map((each) => (
            <Button
              key={each}
              variant={each === 'retire' || each === 'reject' ? 'default' : 'filled'}
              className={each === 'retire' || each === 'reject' ? classes.apart : undefined}
              onClick={() => setMove(each)}
            >
              {t(MOVE_WORDS[each].verb)}
            </Button>
          ))}
        </div>
      )}
      <ConfirmDialog act={move && act(move)} close={() => setMove(undefined)} />
    </>
  );
}
