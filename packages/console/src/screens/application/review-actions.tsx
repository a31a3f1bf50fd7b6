import type { ReviewedMerchant } from '@cardwright/contract';
import { useState } from 'react';
import { type Act, SecondLook } from '../../parts/decision/second-look.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { ActButton } from './act-button.tsx';
import { ACTS, REASON_LENGTH } from './act-words.ts';
import classes from './application.module.css';
import type { ReviewActs } from './application-queries.ts';
import { type Deciding, whyNot } from './review-rules.ts';

interface ActionParts {
  readonly merchant: ReviewedMerchant;
  readonly deciding: Deciding;
  readonly acts: ReviewActs;
  /** The state that the person has seen: another one is refused. */
  readonly seenAt: string;
  /** Begins to pick what is asked for. */
  readonly ask: () => void;
}

/** What can be done with a merchant, and what forbids the rest. */
export function ReviewActions({ merchant, deciding, acts, seenAt, ask }: ActionParts) {
  const { t } = useWords();
  const [act, choose] = useState<Act>();
  const may = { 'merchants:review': useMay('merchants:review'), 'merchants:approve': useMay('merchants:approve') };
  const names = (Object.keys(ACTS) as (keyof typeof ACTS)[]).filter(
    (name) => may[ACTS[name].scope] && !(name === 'confirm-kyc' && (merchant.kyc || merchant.amendments !== undefined)),
  );
  if (names.length === 0) return null;
  const look = (name: keyof typeof ACTS): Act => ({
    title: `${t(ACTS[name].verb)}: ${merchant.merchantName}`,
    effects: [t(ACTS[name].effect)],
    verb: t(ACTS[name].verb),
    reasonLength: REASON_LENGTH,
    ...(ACTS[name].isFinal && { cannotBeUndone: true }),
    carryOut: (reason) => acts.act(name, { merchantIds: [merchant.merchantId], reason, unchangedSince: seenAt }),
  });
  return (
    <Panel title={t('act.title')}>
      <div className={classes.acts}>
        {names.map((name) => (
          <ActButton
            key={name}
            verb={t(ACTS[name].verb)}
            why={whyNot(merchant, name, deciding)}
            isMain={name === 'approve' || name === 'review'}
            isFinal={ACTS[name].isFinal === true}
            onClick={() => choose(look(name))}
          />
        ))}
        {may['merchants:review'] && merchant.amendments === undefined && (
          <ActButton verb={t('act.ask')} why={whyNot(merchant, 'ask-information', deciding)} onClick={ask} />
        )}
      </div>
      <SecondLook act={act} close={() => choose(undefined)} />
    </Panel>
  );
}
