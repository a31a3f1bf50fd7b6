import type { ReviewedMerchant } from '@cardwright/contract';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { ActionButton } from './action-button.tsx';
import { REASON_LENGTH, REVIEW_ACTIONS } from './action-words.ts';
import classes from './application.module.css';
import type { ReviewMutations } from './application-queries.ts';
import { actionBlocker, type Deciding } from './review-rules.ts';

interface ActionParts {
  readonly merchant: ReviewedMerchant;
  readonly deciding: Deciding;
  readonly acts: ReviewMutations;
  /** The state that the person has seen. The server refuses a decision about another state. */
  readonly seenAt: string;
  /** Starts picking the fields of an information request. */
  readonly requestInformation: () => void;
}

/** Shows the possible actions for a merchant, and the reasons why others are not permitted. */
export function ReviewActions({ merchant, deciding, acts, seenAt, requestInformation }: ActionParts) {
  const { t } = useWords();
  const [act, choose] = useState<ConfirmAction>();
  const { scopes } = useSession();
  const names = (Object.keys(REVIEW_ACTIONS) as (keyof typeof REVIEW_ACTIONS)[]).filter(
    (name) =>
      REVIEW_ACTIONS[name].scopes.some((scope) => scopes.includes(scope)) &&
      !(name === 'confirm-kyc' && (merchant.kyc || merchant.amendments !== undefined)),
  );
  if (names.length === 0) return null;
  const look = (name: keyof typeof REVIEW_ACTIONS): ConfirmAction => ({
    title: `${t(REVIEW_ACTIONS[name].verb)}: ${merchant.merchantName}`,
    effects: [t(REVIEW_ACTIONS[name].effect)],
    verb: t(REVIEW_ACTIONS[name].verb),
    reasonLength: REASON_LENGTH,
    ...(REVIEW_ACTIONS[name].isFinal && { cannotBeUndone: true }),
    carryOut: (reason) => acts.act(name, { merchantIds: [merchant.merchantId], reason, unchangedSince: seenAt }),
  });
  return (
    <Panel title={t('act.title')}>
      <div className={classes.acts}>
        {names.map((name) => (
          <ActionButton
            key={name}
            verb={t(REVIEW_ACTIONS[name].verb)}
            why={actionBlocker(merchant, name, deciding)}
            isMain={name === 'approve' || name === 'review'}
            isFinal={REVIEW_ACTIONS[name].isFinal === true}
            onClick={() => choose(look(name))}
          />
        ))}
        {deciding.isReviewer && merchant.amendments === undefined && (
          <ActionButton
            verb={t('act.requestInformation')}
            why={actionBlocker(merchant, 'ask-information', deciding)}
            onClick={requestInformation}
          />
        )}
      </div>
      <ConfirmDialog act={act} close={() => choose(undefined)} />
    </Panel>
  );
}
