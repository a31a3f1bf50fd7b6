import type { ReviewedMerchant } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { useSession } from '../../session/session.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { ActionButton } from './action-button.tsx';
import { REASON_LENGTH, REVIEW_ACTIONS } from './action-words.ts';
import classes from './application.module.css';
import type { ReviewMutations } from './application-queries.ts';
import { actionBlocker, type Deciding } from './review-rules.ts';

/** The selected merchants by id, in their state at the time of selection. */
export type MerchantSelection = ReadonlyMap<string, ReviewedMerchant>;

interface BulkParts {
  readonly chosen: MerchantSelection;
  readonly choose: (chosen: MerchantSelection) => void;
  readonly chooseAll: () => void;
  readonly isReading: boolean;
  readonly deciding: Deciding;
  readonly acts: ReviewMutations;
}

const TOGETHER = ['confirm-kyc', 'review', 'approve', 'return-to-review', 'reject'] as const;

/** Actions on all selected merchants. Merchants that an action is not permitted for are skipped, with the reason. */
export function BulkActions({ chosen, choose, chooseAll, isReading, deciding, acts }: BulkParts) {
  const { t, locale } = useWords();
  const figure = new Intl.NumberFormat(locale);
  const [act, look] = useState<ConfirmAction>();
  const { scopes } = useSession();
  const names = TOGETHER.filter((name) => REVIEW_ACTIONS[name].scopes.some((scope) => scopes.includes(scope)));
  if (names.length === 0) return null;
  const merchants = [...chosen.values()];
  const splitBy = (name: (typeof TOGETHER)[number]) => {
    const why = new Map<WordKey, number>();
    const able = merchants.filter((merchant) => {
      const [first] = actionBlocker(merchant, name, deciding);
      if (first !== undefined) why.set(first, (why.get(first) ?? 0) + 1);
      return first === undefined;
    });
    return { able, why };
  };
  const toAction = (name: (typeof TOGETHER)[number]): ConfirmAction => {
    const { able, why } = splitBy(name);
    const verb = `${t(REVIEW_ACTIONS[name].verb)}: ${figure.format(able.length)}`;
    return {
      title: verb,
      effects: [
        t(REVIEW_ACTIONS[name].effect),
        ...[...why].map(([word, count]) => `${t('bulk.leftOut', { count })} ${t(word)}`),
      ],
      verb,
      reasonLength: REASON_LENGTH,
      ...('isFinal' in REVIEW_ACTIONS[name] && { cannotBeUndone: true }),
      carryOut: async (reason) => {
        const unchangedSince = able
          .map(({ changedAt }) => changedAt)
          .reduce((one, other) => (one > other ? one : other));
        await acts.act(name, { merchantIds: able.map(({ merchantId }) => merchantId), reason, unchangedSince });
        choose(new Map());
      },
    };
  };
  return (
    <div className={classes.bulk}>
      <span aria-live="polite">{t('bulk.count', { count: chosen.size })}</span>
      <Button variant="default" size="compact-sm" onClick={chooseAll} loading={isReading}>
        {t('bulk.all')}
      </Button>
      {chosen.size > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => choose(new Map())}>
          {t('bulk.none')}
        </Button>
      )}
      {chosen.size > 0 &&
        names.map((name) => {
          const { able, why } = splitBy(name);
          return (
            <ActionButton
              key={name}
              isSmall
              verb={`${t(REVIEW_ACTIONS[name].verb)}: ${figure.format(able.length)}`}
              why={able.length === 0 ? [...why.keys()] : []}
              isFinal={name === 'reject'}
              onClick={() => look(toAction(name))}
            />
          );
        })}
      <ConfirmDialog act={act} close={() => look(undefined)} />
    </div>
  );
}
