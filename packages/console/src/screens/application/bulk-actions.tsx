import type { ReviewedMerchant } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Act, SecondLook } from '../../parts/decision/second-look.tsx';
import { useMay } from '../../session/session.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { ActButton } from './act-button.tsx';
import { ACTS, REASON_LENGTH } from './act-words.ts';
import classes from './application.module.css';
import type { ReviewActs } from './application-queries.ts';
import { type Deciding, whyNot } from './review-rules.ts';

/** Merchants by their id, as they were when they were chosen. */
export type Chosen = ReadonlyMap<string, ReviewedMerchant>;

interface BulkParts {
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
  readonly chooseAll: () => void;
  readonly isReading: boolean;
  readonly deciding: Deciding;
  readonly acts: ReviewActs;
}

const TOGETHER = ['confirm-kyc', 'review', 'approve', 'reject'] as const;

/** What is done with all that are chosen. Those for which it is forbidden are left out, and it says why. */
export function BulkActions({ chosen, choose, chooseAll, isReading, deciding, acts }: BulkParts) {
  const { t, locale } = useWords();
  const figure = new Intl.NumberFormat(locale);
  const [act, look] = useState<Act>();
  const may = { 'merchants:review': useMay('merchants:review'), 'merchants:approve': useMay('merchants:approve') };
  const names = TOGETHER.filter((name) => may[ACTS[name].scope]);
  if (names.length === 0) return null;
  const merchants = [...chosen.values()];
  const splitBy = (name: (typeof TOGETHER)[number]) => {
    const why = new Map<WordKey, number>();
    const able = merchants.filter((merchant) => {
      const [first] = whyNot(merchant, name, deciding);
      if (first !== undefined) why.set(first, (why.get(first) ?? 0) + 1);
      return first === undefined;
    });
    return { able, why };
  };
  const lookAt = (name: (typeof TOGETHER)[number]): Act => {
    const { able, why } = splitBy(name);
    const verb = `${t(ACTS[name].verb)}: ${figure.format(able.length)}`;
    return {
      title: verb,
      effects: [t(ACTS[name].effect), ...[...why].map(([word, count]) => `${t('bulk.leftOut', { count })} ${t(word)}`)],
      verb,
      reasonLength: REASON_LENGTH,
      ...('isFinal' in ACTS[name] && { cannotBeUndone: true }),
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
            <ActButton
              key={name}
              isSmall
              verb={`${t(ACTS[name].verb)}: ${figure.format(able.length)}`}
              why={able.length === 0 ? [...why.keys()] : []}
              isFinal={name === 'reject'}
              onClick={() => look(lookAt(name))}
            />
          );
        })}
      <SecondLook act={act} close={() => look(undefined)} />
    </div>
  );
}
