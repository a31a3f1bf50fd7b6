import type { MerchantRecord } from '@cardwright/contract';
import { useState } from 'react';
import type { Static } from 'typebox';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { ActionButton } from './action-button.tsx';
import classes from './application.module.css';
import type { ReviewMutations } from './application-queries.ts';

interface Amendment {
  readonly type: 'HOLD' | 'RELEASE' | 'CLOSURE';
  readonly verb: WordKey;
  readonly effect: WordKey;
  readonly from: readonly string[];
  readonly isFinal?: true;
}

const AMENDMENTS: readonly Amendment[] = [
  { type: 'HOLD', verb: 'amend.hold', effect: 'amend.holdEffect', from: ['ACTIVE'] },
  { type: 'RELEASE', verb: 'amend.release', effect: 'amend.releaseEffect', from: ['ON_HOLD'] },
  { type: 'CLOSURE', verb: 'amend.close', effect: 'amend.closeEffect', from: ['ACTIVE', 'ON_HOLD'], isFinal: true },
];

/** Actions of onboarding that take effect on a boarded merchant at once, for people who can send amendments. */
export function AmendmentActions({ record, acts }: { record: Static<typeof MerchantRecord>; acts: ReviewMutations }) {
  const { t } = useWords();
  const [act, choose] = useState<ConfirmAction>();
  const { merchantId, merchantName, merchantState } = record;
  const look = ({ type, verb, effect, isFinal }: Amendment): ConfirmAction => ({
    title: `${t(verb)}: ${merchantName}`,
    effects: [t(effect)],
    verb: t(verb),
    ...(isFinal && { cannotBeUndone: true }),
    carryOut: () => acts.send({ merchantId, amendmentList: [type] }, undefined),
  });
  return (
    <Panel title={t('amend.title')}>
      <div className={classes.acts}>
        {AMENDMENTS.filter(({ from }) => from.includes(merchantState ?? '')).map((amendment) => (
          <ActionButton
            key={amendment.type}
            verb={t(amendment.verb)}
            why={[]}
            isFinal={amendment.isFinal === true}
            onClick={() => choose(look(amendment))}
          />
        ))}
      </div>
      <ConfirmDialog act={act} close={() => choose(undefined)} />
    </Panel>
  );
}
