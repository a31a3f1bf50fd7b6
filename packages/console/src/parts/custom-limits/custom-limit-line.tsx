import type { Condition, LimitInForce } from '@cardwright/contract';
import type { ReactNode } from 'react';
import { useWords } from '../../words/language.ts';
import { ConditionDescription } from '../condition/condition-description.tsx';
import { UsageBar } from '../rule/usage-bar.tsx';
import { Identifier } from '../value/identifier.tsx';
import { Money } from '../value/money.tsx';
import { Time } from '../value/time.tsx';
import { useLimitDescription } from './custom-limit-words.ts';
import classes from './custom-limits.module.css';
import type { LimitTerms } from './limit-draft.ts';

/** A limit of any level. Its usage is present only if it is known directly, and not separate for each account. */
export type DisplayedLimit = LimitTerms & Partial<Pick<LimitInForce, 'used' | 'returns_to_zero_at'>>;

interface LineParts {
  readonly limit: DisplayedLimit;
  /** Null if each account has its own currency. */
  readonly currency: string | null;
  /** The owner of the counted messages. */
  readonly owner: ReactNode;
  /** The actions for the limit. */
  readonly children?: ReactNode;
}

/** Shows one limit: what it counts, its usage as a bar and as numbers, and when the usage returns to zero. */
export function CustomLimitLine({ limit, currency, owner, children }: LineParts) {
  const { t } = useWords();
  const inWords = useLimitDescription();
  const { id, where, lockMerchant } = limit;
  return (
    <li className={classes.line} data-custom-limit={id}>
      <div className={classes.head}>
        <span className={classes.says}>
          <bdi>{inWords(limit)}</bdi>
        </span>
        <span className={classes.acts}>{children}</span>
      </div>
      <div className={classes.under}>
        <Identifier id={id} />
        <span className={classes.whose}>{owner}</span>
      </div>
      {lockMerchant === undefined && <UsedOf limit={limit} currency={currency} />}
      {lockMerchant === 'first' && limit.used !== undefined && (
        <div className={classes.under}>{t(limit.used === '0' ? 'customLimit.noneYet' : 'customLimit.chosen')}</div>
      )}
      {where !== undefined && (
        <div className={classes.where}>
          {t('customLimit.onlyWhere')}
          <ConditionDescription of={where as unknown as Condition} />
        </div>
      )}
    </li>
  );
}

function UsedOf({ limit, currency }: Pick<LineParts, 'limit' | 'currency'>) {
  const { t } = useWords();
  const { id, measure, used, max = '', returns_to_zero_at: zeroAt = null, window = {} } = limit;
  const figure = (value: string) => <Figure value={value} currency={measure === 'amount' ? currency : undefined} />;
  if (used === undefined) {
    return (
      <div className={classes.used}>
        <span>
          {t('customLimit.max')} {figure(max)}
        </span>
      </div>
    );
  }
  return (
    <div className={classes.used}>
      <UsageBar name={id} spent={used} limit={max} />
      <span>
        {figure(used)} / {figure(max)}
      </span>
      <span>
        {zeroAt !== null && (
          <>
            {t('limits.zeroAt')} <Time at={zeroAt} />
          </>
        )}
        {zeroAt === null && t(window.calendar === 'lifetime' ? 'limits.never' : 'customLimit.nothingUsed')}
      </span>
    </div>
  );
}

function Figure({ value, currency }: { value: string; currency: string | null | undefined }) {
  const { locale } = useWords();
  if (currency !== undefined) return <Money amount={value} currency={currency} />;
  return <bdi className={classes.figure}>{new Intl.NumberFormat(locale).format(Number(value))}</bdi>;
}
